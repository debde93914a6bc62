import type { Violation } from 'oriel-core/http';
import type { OperationCall } from '../../model/operation-call.ts';
import { parseIri } from '../../model/wire-item.ts';
import { message } from 'oriel-core/messages';

/**
 * Returns the members of a body with identifiers instead of IRIs, and a violation for each invalid IRI. The body itself is not
 * changed.
 */
export function parseLinks(body: unknown, call: OperationCall): { value: unknown; violations: Violation[] } {
  const { resource } = call.operation;
  if (!resource.hasIriLinks || typeof body !== 'object' || body === null || Array.isArray(body))
    return { value: body, violations: [] };
  const violations: Violation[] = [];
  let value: Record<string, unknown> | undefined;
  for (const { name, link } of resource.fields) {
    if (link === undefined || link.as === 'id' || !Object.hasOwn(body, name)) continue;
    const sent = (body as Record<string, unknown>)[name];
    const toId = (iri: unknown, pointer: string): unknown => {
      if (iri === null) return null;
      const id = typeof iri === 'string' ? parseIri(link.to, iri, call.context.origin) : undefined;
      if (id === undefined)
        violations.push({
          pointer,
          detail: message('member.iri-expected', { type: link.to.type, example: `${link.to.path}/…` }),
          code: 'invalid_iri',
        });
      return id;
    };
    value ??= { ...(body as Record<string, unknown>) };
    value[name] = Array.isArray(sent)
      ? sent.map((each, index) => toId(each, `/${name}/${index}`))
      : toId(sent, `/${name}`);
  }
  return { value: value ?? body, violations };
}
