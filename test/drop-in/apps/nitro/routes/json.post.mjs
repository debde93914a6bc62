import { readBody } from 'nitro/h3';

export default async (event) => ({ city: (await readBody(event, { strict: true })).city });
