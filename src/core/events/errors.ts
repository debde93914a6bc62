interface Described {
  readonly event: string;
  readonly name: string;
  readonly priority: number;
}

/** Thrown when a listener is added after the host has started. */
export class ListenerTableFrozenError extends Error {
  readonly code = 'ORIEL_LISTENERS_FROZEN';

  constructor({ event, name }: Described) {
    super(
      `Listener "${name}" for "${event}" comes too late: listeners are fixed when the host starts. Put it into defineHost({ listeners: [...] })`,
    );
    this.name = 'ListenerTableFrozenError';
  }
}

/** Thrown for a priority that is not a finite number. */
export class UnknownPriorityError extends TypeError {
  readonly code = 'ORIEL_LISTENER_PRIORITY';

  constructor({ event, name, priority }: Described) {
    super(`Listener "${name}" for "${event}" needs a finite number as its priority, got ${String(priority)}`);
    this.name = 'UnknownPriorityError';
  }
}
