/** An event that a listener can end: listeners of lower priority are then not reached. */
export class StoppableEvent {
  /** Read after each listener, so it is a plain field; {@link stop} sets it. */
  stopped = false;

  /** Ends the event after the listener that runs now. */
  stop(): void {
    this.stopped = true;
  }
}
