/** Holds everyone who waits for it until it is opened, once and for all. */
export class Gate {
  readonly opened: Promise<void>;
  private resolve: () => void = () => undefined;

  constructor() {
    this.opened = new Promise((resolve) => {
      this.resolve = resolve;
    });
  }

  open(): void {
    this.resolve();
  }
}
