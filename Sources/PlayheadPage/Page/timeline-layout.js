// The layout of the timeline's canvas, in CSS pixels.

// The strip with the whole session, in which the reader chooses a part.
export const overviewHeight = 22;
export const rulerHeight = 18;
export const marksHeight = 14;
export const densityHeight = 40;
// Room for the names of the lanes, on wide screens.
const wideGutter = 112;
const narrowGutter = 76;
// More lanes would leave no room for the rest of the page.
const laneLimit = 24;

export function timelineLayout(width, stores, hasMarks) {
  const gutter = width < 600 ? narrowGutter : wideGutter;
  const laneCount = Math.min(stores.length, laneLimit);
  const laneHeight = laneCount <= 8 ? 14 : laneCount <= 16 ? 11 : 9;
  const marksTop = overviewHeight + rulerHeight;
  const densityTop = marksTop + (hasMarks ? marksHeight : 0);
  const lanesTop = densityTop + densityHeight + 4;
  return {
    width,
    gutter,
    plotWidth: Math.max(width - gutter - 8, 1),
    marksTop,
    densityTop,
    lanesTop,
    laneCount,
    laneHeight,
    height: lanesTop + laneCount * laneHeight + 4,
  };
}
