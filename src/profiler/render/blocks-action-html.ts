import { html } from '../../core/errors/html.ts';
import { printable } from '../../core/errors/printable.ts';
import type { Html } from '../../core/errors/html.ts';
import type { Block } from '../panels/view-model.ts';

/** A form with one button. Only to pages of the profiler: the token that proves it is nobody else's business. */
export function actionHtml(
  { label, path, fields }: Extract<Block, { kind: 'action' }>,
  formToken: string | undefined,
): Html | undefined {
  if (formToken === undefined || !OWN_PAGE.test(path)) return undefined;
  const hidden = Object.entries({ ...fields, form: formToken });
  return html`<form method="post" action="${path}">
    ${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}<button>
      ${printable(label, 100)}
    </button>
  </form>`;
}

const OWN_PAGE = /^\/_profiler\/[\w/-]+(?:\?key=[\w.%-]+)?$/;
