import { Buffer } from 'node:buffer';
import type { HostExchange } from '../collector.ts';
import type { HttpResponse } from 'oriel-core/http';
import type { Profiler } from 'oriel/recorder';
import { opensPage, planToolbar, createToolbarData } from 'oriel/recorder';
import type { ProfilerListenerOptions } from './profiler-listener.ts';

/** Returns a function that appends the toolbar to pages whose body is text or bytes. */
export function toolbarOf(profiler: Profiler<HostExchange>): NonNullable<ProfilerListenerOptions['toolbar']> {
  return (context, response, link) => {
    const { body } = response;
    if (!opensPage(context) || !(typeof body === 'string' || body instanceof Uint8Array) || body.length === 0) return;
    const plan = planToolbar({ status: response.status, lines: (name) => linesOf(response, name) }, body, () => {
      const preview = profiler.preview(context, response);
      return preview && createToolbarData(preview, link);
    });
    if (plan === undefined) return;
    for (const [name, lines] of plan.headers) {
      response.headers.delete(name);
      for (const line of lines) response.headers.append(name, line);
    }
    if (plan.markup === '') return;
    response.body =
      typeof body === 'string' ? body + plan.markup : Buffer.concat([body, Buffer.from(plan.markup, 'latin1')]);
  };
}

function linesOf({ headers }: HttpResponse, name: string): readonly string[] {
  const lines: string[] = [];
  for (const [each, value] of headers) if (each.toLowerCase() === name) lines.push(value);
  return lines;
}
