import { getQuery } from 'nitro/h3';
import { found } from '../../lib/answers.mjs';

export default (event) => found(getQuery(event));
