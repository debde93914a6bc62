import { readBody } from 'nitro/h3';
import { note } from '../../lib/answers.mjs';
import { responseOf } from '../response-of.mjs';

export default async (event) => note(await readBody(event), responseOf(event));
