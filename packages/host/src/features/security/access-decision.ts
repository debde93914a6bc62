import { DECISION_POSTPONED } from '../../http/access-input.ts';
import { isPromise } from 'oriel-core/http';
import type { MaybePromise, User } from 'oriel-core/http';
import type { AccessDecider, AnyRulePart, Denial, RuleWord, AccessVerdict } from '../../http/access-rule.ts';
import type { AccessInput } from '../../http/access-input.ts';
import type { RequestView } from '../../http/request-view.ts';
import type { TracedContext } from 'oriel-core/trace';
import { RoleHierarchy } from './roles.ts';
import type { RolesConfig } from './roles.ts';
import type { Vote, Voter } from './voter.ts';

export interface AccessDecisionOptions {
  readonly voters?: readonly Voter[] | undefined;
  readonly roles?: RolesConfig | undefined;
}

/**
 * Evaluates the parts of rules in order. The first part that denies decides; parts that need unavailable data are
 * postponed.
 */
export class AccessDecision implements AccessDecider {
  readonly #voters: readonly Voter[];
  readonly #roles: RoleHierarchy;

  constructor({ voters = [], roles }: AccessDecisionOptions = {}) {
    this.#voters = voters;
    this.#roles = new RoleHierarchy(roles);
  }

  decide(rule: readonly AnyRulePart[], input: AccessInput): MaybePromise<AccessVerdict> {
    return this.#from(0, rule, input, { rest: [], rows: [], because: [] });
  }

  grantsKeyword(word: RuleWord, user: User | null): boolean {
    if (word === 'public') return true;
    if (word === 'user') return user !== null;
    return word.startsWith('role:') && user !== null && this.#roles.has(user.roles, word.slice(5));
  }

  isGranted(input: RequestView, attribute: string, subject: unknown): MaybePromise<boolean> {
    const { trace } = input.context as TracedContext;
    const asked = this.#voters.filter((voter) => voter.supports(attribute, subject));
    const question = { user: input.user, attribute, subject, request: input } as never;
    const votes: Vote[] = [];
    const count = (vote: Vote, { name }: Voter): void => {
      if (vote !== undefined && typeof vote !== 'boolean')
        throw new TypeError(`The voter "${name}" returned ${typeof vote}; a vote is true, false or undefined`);
      votes.push(vote);
      if (trace.recording)
        trace.decide('vote', vote === undefined ? 'abstains' : vote ? 'yes' : 'no', `voter "${name}" on ${attribute}`);
    };
    const finish = (): boolean => {
      const granted = votes.includes(true);
      if (trace.recording) trace.decide('votes', granted ? 'granted' : 'refused', `${attribute}: ${counted(votes)}`);
      return granted;
    };
    const ask = (from: number): MaybePromise<boolean> => {
      for (let index = from; index < asked.length; index++) {
        const vote = asked[index]!.vote(question);
        if (isPromise(vote))
          return vote.then((settled) => {
            count(settled, asked[index]!);
            return ask(index + 1);
          });
        count(vote, asked[index]!);
      }
      return finish();
    };
    return ask(0);
  }

  #from(start: number, rule: readonly AnyRulePart[], input: AccessInput, state: State): MaybePromise<AccessVerdict> {
    for (let index = start; index < rule.length; index++) {
      const part = rule[index]!;
      const answer = this.#ask(part, input);
      if (isPromise(answer))
        return answer.then((settled) => take(settled, part, state) ?? this.#from(index + 1, rule, input, state));
      const refused = take(answer, part, state);
      if (refused) return refused;
    }
    const { rest, rows, because } = state;
    const found = rows.length === 0 ? undefined : rows;
    if (rest.length > 0) return { outcome: 'postponed', rest, rows: found };
    return { outcome: 'granted', because: because.join(', '), rows: found };
  }

  #ask(part: AnyRulePart, input: AccessInput): MaybePromise<unknown> {
    if (typeof part === 'string' && !part.startsWith('attribute:'))
      return this.grantsKeyword(part, part === 'public' ? null : input.user);
    input.postponed = false;
    try {
      const answer: unknown =
        typeof part === 'function'
          ? (part as (given: AccessInput) => unknown)(input)
          : this.isGranted(input, (part as string).slice(10), input.subject);
      if (!isPromise(answer)) return input.postponed ? DECISION_POSTPONED : answer;
      return answer.then(
        (settled) => (input.postponed ? DECISION_POSTPONED : settled),
        (error: unknown) => later(error, input),
      );
    } catch (error) {
      return later(error, input);
    }
  }
}

interface State {
  readonly rest: AnyRulePart[];
  readonly rows: object[];
  readonly because: string[];
}

function later(error: unknown, { postponed }: AccessInput): typeof DECISION_POSTPONED {
  if (postponed) return DECISION_POSTPONED;
  throw error;
}

// Access is denied unless the result grants it. Results of other types are errors.
function take(answer: unknown, part: AnyRulePart, { rest, rows, because }: State): AccessVerdict | undefined {
  if (answer === true) because.push(getName(part));
  else if (answer === DECISION_POSTPONED) rest.push(part);
  else if (answer === false || answer === null || answer === undefined)
    return { outcome: 'refused', because: `${getName(part)} denies access`, reason: '', hide: false };
  else if (isRefusal(answer))
    return {
      outcome: 'refused',
      because: `${getName(part)} says: ${answer.denied || 'no'}`,
      reason: answer.denied,
      hide: answer.hide,
    };
  else if (typeof answer === 'object' && typeof (answer as { op?: unknown }).op === 'string') {
    rows.push(answer);
    because.push(`${getName(part)}, for some rows`);
  } else
    throw new TypeError(
      `${getName(part)} returned ${typeof answer}; a rule returns true, false, deny('why'), or a filter of rows`,
    );
  return undefined;
}

function isRefusal(answer: unknown): answer is Denial {
  return typeof answer === 'object' && typeof (answer as Partial<Denial>).denied === 'string';
}

function getName(part: AnyRulePart): string {
  if (typeof part === 'string') return part;
  return part.name === '' ? 'a function' : `the function ${part.name}`;
}

function counted(votes: readonly Vote[]): string {
  const count = (wanted: Vote): number => votes.filter((vote) => vote === wanted).length;
  return votes.length === 0
    ? 'no voter supports it'
    : `${count(true)} yes, ${count(false)} no, ${count(undefined)} abstain`;
}
