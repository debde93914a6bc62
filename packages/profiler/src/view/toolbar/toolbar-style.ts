import { COLORS, MONOSPACE } from '../colors.ts';

/**
 * Style of the toolbar, for its shadow root. The rules of the host element are important, so that those of the page do not
 * change it. It takes no space in the page.
 */
export const TOOLBAR_STYLE = `
:host{all:initial!important;position:fixed!important;z-index:2147483647!important;right:8px!important;bottom:8px!important;max-width:calc(100vw - 16px)!important}
*{box-sizing:border-box}
.toolbar{${COLORS.light};color-scheme:light dark;display:flex;flex-direction:column-reverse;align-items:flex-end;gap:4px;color:var(--ink);font:12px/1.4 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans","DejaVu Sans",sans-serif}
@media (prefers-color-scheme:dark){.toolbar{${COLORS.dark}}}
[hidden]{display:none!important}
.bar,.panel{background:var(--card);border:1px solid var(--edge);border-radius:8px;box-shadow:0 4px 18px #0003}
.bar{display:flex;flex-wrap:wrap;align-items:stretch;max-width:100%;overflow:hidden}
.bar>*{display:flex;align-items:center;gap:5px;min-height:30px;padding:0 9px;border:0;border-left:1px solid var(--line);background:none;color:var(--ink);font:inherit;text-decoration:none;white-space:nowrap;cursor:pointer}
.bar>:first-child{border-left:0;font-weight:650}
.bar>:hover,.bar>[aria-expanded=true]{background:color-mix(in srgb,var(--ink) 8%,var(--card))}
.quiet{color:var(--quiet)}
.good{color:var(--good)!important}.info{color:var(--link)!important}.warning{color:var(--warn)!important}.bad{color:var(--bad)!important}
:focus-visible{outline:2px solid var(--link);outline-offset:-2px;border-radius:6px}
.panel{width:min(560px,calc(100vw - 16px));max-height:min(320px,calc(100vh - 64px));overflow:auto;overscroll-behavior:contain;padding:4px}
.panel p{margin:0;padding:6px 8px;color:var(--quiet)}
ol{margin:0;padding:0;list-style:none}
li a{display:grid;grid-template-columns:3em 4.5em minmax(0,1fr) auto;gap:0 8px;padding:5px 8px;border-radius:5px;color:var(--ink);text-decoration:none}
li a:hover{background:color-mix(in srgb,var(--ink) 8%,var(--card))}
.finding a{display:block}
.finding a::before{content:"";display:inline-block;width:8px;height:8px;margin-right:7px;border-radius:50%;background:currentColor}
.finding span{color:var(--ink);overflow-wrap:anywhere}
.path{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-family:${MONOSPACE}}
.number{font-variant-numeric:tabular-nums}
.details{grid-column:3/-1;color:var(--quiet)}
@media (max-width:480px){.bar{font-size:11.5px}.bar>*{padding:0 4.5px}.optional{display:none}li a{grid-template-columns:2.2em 3.6em minmax(0,1fr) auto;gap:0 6px}}
@media print{:host{display:none!important}}
`.replace(/\n/g, '');
