import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { performance } from 'oriel-core/builtins';
import { currentScope } from 'oriel-core/trace';
import type { TraceScope } from 'oriel-core/trace';
import type { EventLoopWatch } from './watch-event-loop.ts';

/**
 * Watches `require()` and `import()`. Libraries that a request loads are loaded once, so their time is a span of its own, and no
 * block of the event loop.
 *
 * @returns a function that stops it
 */
export function watchLoading(loop: Pick<EventLoopWatch, 'subtractLoading'>): () => void {
  const imports = new Map<object, Loading>();
  let depth = 0;
  let required: Loading | undefined;
  const end = ({ name, began, scope: { trace, span } }: Loading, hasSpan: boolean): void => {
    const now = performance.now();
    if (now - began < MIN_MS) return;
    loop.subtractLoading(began, now);
    if (hasSpan && trace.recording)
      trace.add('user', `Load ${String(name)}`.slice(0, MAX_NAME_LENGTH), span, began, now);
  };
  const listeners: Readonly<Record<string, (message: unknown) => void>> = {
    'module.require:start': (message) => {
      if (depth++ === 0) required = beginLoading((message as Required).id);
    },
    // A file that throws ends as well.
    'module.require:end': () => {
      if (depth === 0 || --depth > 0 || required === undefined) return;
      // An import of a CommonJS module requires it.
      end(required, imports.size === 0);
      required = undefined;
    },
    'module.import:start': (message) => {
      if (imports.size < MAX_IMPORTS) imports.set(message as object, beginLoading((message as Imported).url));
    },
    'module.import:asyncEnd': (message) => {
      const loading = imports.get(message as object);
      if (loading === undefined) return;
      imports.delete(message as object);
      end(loading, true);
    },
  };
  for (const [name, listener] of Object.entries(listeners)) subscribe(`tracing:${name}`, listener);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) unsubscribe(`tracing:${name}`, listener);
  };
}

interface Loading {
  readonly name: unknown;
  readonly began: number;
  readonly scope: TraceScope;
}

interface Required {
  readonly id: unknown;
}

interface Imported {
  readonly url: unknown;
}

function beginLoading(name: unknown): Loading {
  return { name, began: performance.now(), scope: currentScope() };
}

const MIN_MS = 1;
const MAX_NAME_LENGTH = 200;
// An import with a top-level `await` may never end.
const MAX_IMPORTS = 1000;
