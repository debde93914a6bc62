import { Readable } from 'node:stream';
import { slowParts } from '../../lib/answers.mjs';

export default () => new Response(Readable.toWeb(Readable.from(slowParts())));
