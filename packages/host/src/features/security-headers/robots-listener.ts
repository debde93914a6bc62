import type { Subscriber } from '../../events/subscriber.ts';
import type { ResponseEvent } from '../../kernel/events.ts';
import type { RobotsRule } from './security-headers-config.ts';
import { comparablePath } from '../../routing/request-path.ts';

/** Adds `X-Robots-Tag` to responses that do not have it. */
export class RobotsListener implements Subscriber {
  readonly name = 'RobotsListener';
  readonly on = { 'kernel.response': (event: ResponseEvent) => this.onResponse(event) };
  readonly #rules: readonly RobotsRule[];

  constructor(rules: readonly RobotsRule[]) {
    this.#rules = rules;
  }

  onResponse({ context, response }: ResponseEvent): void {
    if (context.parent !== undefined || response.headers.has(HEADER)) return;
    const path = comparablePath(context.path);
    const rule = this.#rules.find((each) => isBelow(path, each.path));
    if (rule) response.headers.list.push(HEADER, rule.tag);
  }
}

const HEADER = 'X-Robots-Tag';

function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`) || prefix === '/';
}
