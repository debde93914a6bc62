import type { StateConfig, StateDatabase, StatePart, StateRedis } from './state-config.ts';

/** Where one part of the state is stored. */
export interface StateSource {
  readonly kind: 'postgres' | 'redis';
  /** The URL, or the object of the application. */
  readonly at: string | StateDatabase | StateRedis;
}

/** Returns where each part of the state is stored; parts without a setting are missing. */
export function stateSources(state: StateConfig): Readonly<Partial<Record<StatePart, StateSource>>> {
  const first = (...names: (keyof StateConfig)[]): StateSource | undefined => {
    for (const name of names) {
      const connection = state[name];
      if (connection !== undefined && connection !== '')
        return { kind: isPostgres(connection) ? 'postgres' : 'redis', at: connection };
    }
    return undefined;
  };
  const sources: Record<StatePart, StateSource | undefined> = {
    sessions: first('redis', 'database'),
    idempotency: first('database'),
    rateLimits: first('redis'),
    hub: first('redis'),
    profiles: first('profiles', ...(typeof state.database === 'string' ? (['database'] as const) : [])),
  };
  return Object.fromEntries(Object.entries(sources).filter(([, source]) => source !== undefined));
}

/** Returns the address of a source without its user, password and options, for logs. */
export function describeSource({ kind, at }: StateSource): string {
  if (typeof at !== 'string') return kind === 'postgres' ? 'PostgreSQL of the application' : 'Redis of the application';
  const { protocol, host, pathname } = new URL(at);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}

function isPostgres(connection: string | StateDatabase | StateRedis): boolean {
  return typeof connection === 'string' ? /^postgres(?:ql)?:/i.test(connection) : 'getExecutor' in connection;
}
