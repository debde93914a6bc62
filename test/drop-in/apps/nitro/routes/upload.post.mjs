import { getRequestWebStream } from 'nitro/h3';
import { sizeOf } from '../../lib/answers.mjs';

export default async (event) => ({ bytes: await sizeOf(getRequestWebStream(event)) });
