import type { Catalogue } from '../messages/catalogue.ts';
import { toProblem } from '../http/problem.ts';
import type { ProblemDocument } from '../http/problem.ts';
import { reasonPhrase } from '../http/status.ts';
import type { ErrorView } from '../errors/error-view.ts';
import type { Hint } from '../errors/hint.ts';
import { formatFrame } from '../errors/frames.ts';
import type { Frame } from '../errors/frames.ts';

/**
 * Returns the problem document (RFC 9457) for developers: the one of production, with the message of the exception and the
 * extension members `exception`, `causes`, `trace` and `hints` (§3.2).
 */
export function errorProblem(error: unknown, view: ErrorView, catalogue?: Catalogue): ProblemDocument {
  const [thrown, ...others] = view.exceptions;
  const problem = toProblem(error, false, catalogue);
  // Members that clients see in production are not changed; additional ones come from the redacted view.
  const detail = problem.detail ?? (view.message === reasonPhrase(problem.status) ? undefined : view.message);
  return {
    ...problem,
    ...(detail !== undefined && detail !== '' && { detail }),
    ...(thrown && {
      exception: { class: thrown.className, chain: thrown.classChain, message: thrown.message },
      trace: thrown.frames.map(formatFrame),
    }),
    ...(others.length > 0 && {
      causes: others.map(({ className, message, via, frames }) => ({
        class: className,
        message,
        via,
        at: findPath(frames),
      })),
    }),
    ...(view.hints.length > 0 && { hints: view.hints.map(getHint) }),
    ...(view.links[0]?.href && { profile: view.links[0].href }),
  };
}

// Links without a valid address have no `href`.
function getHint({ text, links }: Hint): object {
  return links
    ? { text, links: links.map(({ label, href }) => (href === '' ? { label } : { label, href })) }
    : { text };
}

/** Returns the nearest frame of the application, or the nearest of all. */
function findPath(frames: readonly Frame[]): string | undefined {
  const frame = frames.find(({ open }) => open) ?? frames[0];
  return frame && formatFrame(frame);
}
