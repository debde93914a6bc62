import type { Collector, CollectorSubject } from '../collector.ts';
import type { RecordedSession } from 'oriel/recorder';
import type { VisitorSession } from './visitor-session.ts';

/** Records how a request used its session, for the session panel. Stored values are redacted. */
export const sessionCollector: Collector = {
  name: 'session',
  collect({ context: { session }, redactor }): RecordedSession | undefined {
    // Checks for members instead of the class, which hosts without sessions do not load.
    const { stored, usage, hasCookie } = (session ?? {}) as Partial<VisitorSession>;
    if (usage === undefined || hasCookie === undefined) return undefined;
    const { reads, writes, outcomes } = usage;
    // The request has no session and did not use one.
    if (!hasCookie && reads.length + writes.length + outcomes.length === 0) return undefined;
    return {
      hasCookie,
      reads,
      writes,
      outcomes,
      stored: stored && {
        created: stored.created,
        used: stored.used,
        version: stored.version,
        bytes: Buffer.byteLength(stored.data),
        ...describe(JSON.parse(stored.data) as ReservedValues, redactor),
      },
    };
  },
};

type Stored = NonNullable<RecordedSession['stored']>;

/**
 * The values that `security/session-user` and `security/oidc/login-attempt` store in the session, besides those of the
 * application.
 */
interface ReservedValues {
  readonly '@user'?: { readonly by: string; readonly id: string; readonly proof?: string; readonly user?: unknown };
  readonly '@oidc'?: { readonly back: string; readonly began: number };
}

// Reserved values are summarized, because password fingerprints, states and verifiers must not be recorded.
function describe(
  reservedValues: ReservedValues,
  redactor: CollectorSubject['redactor'],
): Pick<Stored, 'user' | 'login' | 'values'> {
  const { '@user': user, '@oidc': login, ...values } = reservedValues;
  const summary = {
    user: user && { by: user.by, id: user.id, as: user.user },
    login: login && { back: login.back, began: login.began },
    values,
  };
  const shown = redactor.value(summary) as Pick<Stored, 'login' | 'values'> & Pick<typeof summary, 'user'>;
  return { ...shown, user: shown.user && { ...shown.user, untilPassword: user?.proof !== undefined } };
}
