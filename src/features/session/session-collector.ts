import type { Collector, CollectorSubject } from '../../profiler/collector.ts';
import type { RecordedSession } from '../../profiler/profile.ts';
import type { VisitorSession } from './visitor-session.ts';

/** What a request did with its session, as its panel tells it; of what is kept no more than redaction lets through. */
export const sessionCollector: Collector = {
  name: 'session',
  collect({ context: { session }, redactor }): RecordedSession | undefined {
    // By what it has and not by its class, which hosts without sessions do not load.
    const { stored, usage, hasCookie } = (session ?? {}) as Partial<VisitorSession>;
    if (usage === undefined || hasCookie === undefined) return undefined;
    const { reads, writes, outcomes } = usage;
    // Neither brought nor asked for: there is nothing to tell.
    if (!hasCookie && reads.length + writes.length + outcomes.length === 0) return undefined;
    return {
      ...{ hasCookie, reads, writes, outcomes },
      stored: stored && {
        created: stored.created,
        used: stored.used,
        version: stored.version,
        bytes: Buffer.byteLength(stored.data),
        ...keptIn(JSON.parse(stored.data) as Kept, redactor),
      },
    };
  },
};

type Stored = NonNullable<RecordedSession['stored']>;

/** The house's own values, as `security/session-user` and `security/oidc/login-attempt` keep them, among the application's. */
interface Kept {
  readonly '@user'?: { readonly by: string; readonly id: string; readonly proof?: string; readonly user?: unknown };
  readonly '@oidc'?: { readonly back: string; readonly began: number };
}

// What the house keeps is told in words: a proof, a state and a verifier tell nothing, and are nobody's business.
function keptIn(kept: Kept, redactor: CollectorSubject['redactor']): Pick<Stored, 'user' | 'login' | 'values'> {
  const { '@user': user, '@oidc': login, ...values } = kept;
  const told = {
    user: user && { by: user.by, id: user.id, as: user.user },
    login: login && { back: login.back, began: login.began },
    values,
  };
  const shown = redactor.value(told) as Pick<Stored, 'login' | 'values'> & Pick<typeof told, 'user'>;
  return { ...shown, user: shown.user && { ...shown.user, untilPassword: user?.proof !== undefined } };
}
