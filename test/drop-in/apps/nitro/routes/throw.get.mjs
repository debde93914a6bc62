import { throwSync } from '../../lib/answers.mjs';

export default () => throwSync();
