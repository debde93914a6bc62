import type { Messages } from './catalogue.ts';
import { message } from './message.ts';

message('body.empty');
message('body.too-large', { bytes: 10 });
message('token.refused', { why: message('token.no-user') });
declare const isLate: boolean;
message(isLate ? 'token.expired-day' : 'token.expired-days', { count: 1 });

// @ts-expect-error the code is unknown
message('body.unknown');
// @ts-expect-error the parameter is missing
message('body.too-large');
// @ts-expect-error the parameter has another name
message('body.too-large', { count: 10 });
// @ts-expect-error a parameter is missing
message('item.not-found', { type: 'book' });
// @ts-expect-error the message has no parameters
message('body.empty', { bytes: 10 });
// @ts-expect-error the value is not text
message('body.too-large', { bytes: undefined });

type Texts = Messages['texts'];
export const complete: Pick<Texts, 'item.not-found'> = { 'item.not-found': 'Non c’è «{id}» ({type})' };
// @ts-expect-error the translation lacks a parameter
export const incomplete: Pick<Texts, 'item.not-found'> = { 'item.not-found': 'Non c’è «{id}»' };
// @ts-expect-error the catalogue lacks texts
export const missing: Texts = { 'body.empty': 'Il corpo è vuoto' };
