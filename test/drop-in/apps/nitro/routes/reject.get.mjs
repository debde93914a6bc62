import { throwLater } from '../../lib/answers.mjs';

export default () => throwLater();
