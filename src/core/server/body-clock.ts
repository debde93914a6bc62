/** The time for which the body of a request was waited for. The limits of bodies govern it, not the time of the request. */
export class BodyClock {
  #total = 0;
  #since: number | undefined = undefined;

  /** Milliseconds, those of a wait that goes on included. */
  get waited(): number {
    return this.#total + (this.#since === undefined ? 0 : performance.now() - this.#since);
  }

  begin(): void {
    this.#since ??= performance.now();
  }

  end(): void {
    this.#total = this.waited;
    this.#since = undefined;
  }
}
