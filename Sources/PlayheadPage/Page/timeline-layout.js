// @ts-check
// The layout of the timeline's canvas, in CSS pixels.

// Sizes for wide and for narrow windows. `gutter` is the room for the names of the lanes, `strip` is the strip with the
// whole session, in which the reader chooses a part, and `density` is the height of the number of actions in that part.
const wide = { gutter: 112, strip: 22, ruler: 18, marks: 14, density: 40, lane: 14, lanes: 24 };
// The timeline, the header and the buttons together leave two thirds of a phone's height.
const narrow = { gutter: 76, strip: 16, ruler: 16, marks: 12, density: 24, lane: 10, lanes: 4 };
// Until it is known which stores ever change, this much room is kept for their lanes.
const unknownLanes = 4;
// Lower lanes have no room for names.
export const leastNamedLane = 8;
// The line that says how many stores have no lane because they never change.
const foldedHeight = 14;

/**
 * @param {number} width
 * @param {number} storeCount
 * @param {number[] | undefined} changing The stores that ever change; undefined if that is not known.
 * @param {boolean} hasMarks
 * @param {boolean} isWhole Whether the whole session is in view. Then the strip shows the number of actions, and is higher.
 * @param {number} scale How much higher than usual bars and lanes are, in wide windows.
 */
export function timelineLayout(width, storeCount, changing, hasMarks, isWhole, scale = 1) {
  const isNarrow = width < 600;
  const sizes = isNarrow ? narrow : wide;
  const shown = changing ?? Array.from({ length: Math.min(storeCount, unknownLanes) }, (_, store) => store);
  const laneCount = Math.min(shown.length, sizes.lanes);
  const usualLane = isNarrow || laneCount <= 8 ? sizes.lane : laneCount <= 16 ? 11 : 9;
  const laneHeight = isNarrow ? usualLane : Math.round(usualLane * scale);
  const density = isNarrow ? sizes.density : Math.round(sizes.density * scale);
  const foldedCount = isNarrow || !changing ? 0 : storeCount - changing.length;
  const stripHeight = sizes.strip + (isWhole ? density : 0);
  const marksTop = stripHeight + sizes.ruler;
  const densityTop = marksTop + (hasMarks ? sizes.marks : 0);
  const lanesTop = densityTop + (isWhole ? 0 : density) + 4;
  const foldedTop = lanesTop + laneCount * laneHeight;
  return {
    width,
    gutter: sizes.gutter,
    plotWidth: Math.max(width - sizes.gutter - 8, 1),
    stripHeight,
    rulerHeight: sizes.ruler,
    marksTop,
    marksHeight: sizes.marks,
    densityTop,
    densityHeight: isWhole ? 0 : density,
    lanesTop,
    laneCount,
    laneHeight,
    // The stores with a lane. The last lane shows all others that change.
    laneStores: shown,
    foldedTop,
    foldedCount,
    scale,
    // The part of the height that grows with the scale.
    scaledHeight: density + laneCount * laneHeight,
    height: foldedTop + (foldedCount > 0 ? foldedHeight : 0) + 4,
  };
}

// The lane of a store; -1 if it has none.
export function laneOfStore({ laneStores, laneCount }, store) {
  return Math.min(laneStores.indexOf(store), laneCount - 1);
}
