import { Readable } from 'node:stream';
import { parts } from '../../lib/answers.mjs';

export default () => new Response(Readable.toWeb(Readable.from(parts())));
