// What browsers have had for longer than Debian's TypeScript has known it.

interface Array<T> {
  findLast(suits: (item: T, index: number) => unknown): T | undefined;
  findLastIndex(suits: (item: T, index: number) => unknown): number;
  with(index: number, item: T): T[];
}

interface Uint8ArrayConstructor {
  fromBase64?(text: string): Uint8Array;
}
