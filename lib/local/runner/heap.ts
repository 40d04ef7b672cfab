/** A binary heap, which gives cheap access to the smallest item. */
export class Heap<Item> {
  private readonly key: (item: Item) => number;
  private items: Item[] = [];

  constructor(key: (item: Item) => number) {
    this.key = key;
  }

  get size(): number {
    return this.items.length;
  }

  first(): Item | undefined {
    return this.items[0];
  }

  push(item: Item): void {
    let at = this.items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.keyAt(parent) <= this.key(item)) break;
      this.swap(at, parent);
      at = parent;
    }
  }

  pop(): Item | undefined {
    const first = this.items[0];
    const last = this.items.pop();
    if (last === undefined || this.items.length === 0) return first;
    this.items[0] = last;
    this.sink(0);
    return first;
  }

  keep(test: (item: Item) => boolean): void {
    const remaining = this.items.filter(test);
    this.items = [];
    for (const item of remaining) this.push(item);
  }

  private sink(from: number): void {
    let at = from;
    for (;;) {
      const leftChild = 2 * at + 1;
      const smallest =
        this.keyAt(leftChild + 1) < this.keyAt(leftChild) ? leftChild + 1 : leftChild;
      if (this.keyAt(smallest) >= this.keyAt(at)) return;
      this.swap(at, smallest);
      at = smallest;
    }
  }

  private keyAt(index: number): number {
    const item = this.items[index];
    return item === undefined ? Infinity : this.key(item);
  }

  private swap(one: number, other: number): void {
    const [a, b] = [this.items[one], this.items[other]];
    if (a === undefined || b === undefined) return;
    this.items[one] = b;
    this.items[other] = a;
  }
}
