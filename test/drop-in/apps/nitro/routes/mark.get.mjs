import { getQuery } from 'nitro/h3';
import { mark } from '../../lib/answers.mjs';
import { responseOf } from '../response-of.mjs';

export default (event) => mark(getQuery(event).id, responseOf(event));
