import { html } from 'oriel-core/errors';
import type { Html } from 'oriel-core/errors';
import { formatCount, formatDateTime, formatTimeOfDay } from '../../render/format.ts';
import { minifyCells } from './search-row.ts';
import type { Activity } from './search-summary.ts';
import type { SearchUrls } from './search-urls.ts';

/** Renders the requests over time as bars with failed requests in red. Each bar links to the search of its interval. */
export function renderActivity({ interval, bars, length }: Activity, urls: SearchUrls): Html | false {
  // One bar would only repeat the number of results.
  if (bars.length < 2) return false;
  const highest = Math.max(...bars.map(({ requests }) => requests));
  const step = Math.floor(MAX_WIDTH / Math.max(length, MIN_LENGTH));
  return html`<nav class="activity" aria-label="Requests over time">
    <svg width="${step * length}" height="${HEIGHT}">
      ${minifyCells(html`${bars.map((bar) => renderBar(bar, { step, highest, interval, urls }))}`)}
    </svg>
    <span>per ${formatInterval(interval)}, at most ${formatCount(highest, 'request')}</span>
  </nav>`;
}

interface Scale {
  readonly step: number;
  readonly highest: number;
  readonly interval: number;
  readonly urls: SearchUrls;
}

function renderBar(
  { index, from, requests, failed }: Activity['bars'][number],
  { step, highest, interval, urls }: Scale,
): Html {
  const height = Math.max(2, Math.round((HEIGHT * requests) / highest));
  const red = failed === 0 ? 0 : Math.max(2, Math.round((height * failed) / requests));
  const x = index * step;
  const when = interval < DAY_MS ? formatTimeOfDay(from).slice(0, 5) : formatDateTime(from).split(',')[0]!;
  const label = `${when}, ${formatCount(requests, 'request')}${failed > 0 ? `, ${failed} failed` : ''}`;
  const shapes = [
    renderOutline('hit', x, step, HEIGHT),
    renderOutline('bar', x, step - 1, height),
    red > 0 && renderOutline('bad', x, step - 1, red),
  ];
  return html`<a href="${urls.withTime(from, interval)}"><title>${label}</title>${shapes}</a>`;
}

function renderOutline(kind: string, x: number, width: number, height: number): Html {
  const outline = `M${x} ${HEIGHT - height}h${width}v${height}h-${width}z`;
  return html`<path class="${kind}" d="${outline}" />`;
}

function formatInterval(milliseconds: number): string {
  const minutes = milliseconds / 60_000;
  if (minutes < 60) return minutes === 1 ? 'minute' : `${minutes} minutes`;
  const hours = minutes / 60;
  if (hours < 24) return hours === 1 ? 'hour' : `${hours} hours`;
  return hours === 24 ? 'day' : 'week';
}

const HEIGHT = 28;
const MAX_WIDTH = 480;
// So that a few bars do not become blocks.
const MIN_LENGTH = 20;
const DAY_MS = 86_400_000;
