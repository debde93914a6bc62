/** An event that a listener can stop: listeners of lower priority are then not called. */
export class StoppableEvent {
  /** Read after each listener, so it is a plain field. {@link stop} sets it. */
  stopped = false;

  /** Stops the event: no listener after the current one is called. */
  stop(): void {
    this.stopped = true;
  }
}
