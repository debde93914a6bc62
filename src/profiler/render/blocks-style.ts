/**
 * Style of blocks. Colours are those of the error page (`EXCEPTION_STYLE`), light and dark. Tones never depend on colour
 * alone.
 */
export const BLOCKS_STYLE = `
:root{--good:#22662a;--warn:#8a5200;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--good:#9bd39b;--warn:#f0b35a;--bad:#ff8b80}}
.blocks{min-width:0;overflow-wrap:anywhere}
.blocks h3{margin:1.6rem 0 .5rem;font-size:1rem;font-weight:650}
.blocks h3:first-child{margin-top:0}
.blocks h4{margin:1.3rem 0 .35rem;font-size:.8125rem;font-weight:650;color:var(--quiet)}
.blocks h4 small{font-weight:400;margin-left:.3em}
.blocks h4.nothing{margin:.55rem 0}
.blocks .good{color:var(--good)}.blocks .warning{color:var(--warn)}.blocks .bad{color:var(--bad)}.blocks .info{color:var(--number)}.blocks .muted{color:var(--quiet)}
.blocks .mono{font-family:var(--mono);font-size:.8125rem}
.blocks .number{font-variant-numeric:tabular-nums}
.blocks .badge{padding:0 .45em;border:1px solid currentColor;border-radius:4px;font-size:.75rem;white-space:nowrap}
.blocks .note{margin:.6rem 0;padding:.5rem .8rem;border-left:3px solid currentColor;background:var(--card);border-radius:0 6px 6px 0}
.blocks .none{margin:.3rem 0;color:var(--quiet);font-size:.875rem}
.blocks td span,.blocks dd span{white-space:pre-wrap}
.metrics{display:flex;flex-wrap:wrap;gap:.6rem 2.25rem;margin:0 0 1.1rem;padding:.65rem 1rem .7rem;background:var(--card);border:1px solid var(--line);border-radius:8px}
.metrics dt{font-size:.75rem;color:var(--quiet)}
.metrics dd{font-size:1.0625rem;line-height:1.35;font-variant-numeric:tabular-nums}
.filter{display:flex;flex-wrap:wrap;align-items:center;gap:.3rem;margin:.6rem 0;font-size:.8125rem}
.filter b{min-width:4.5rem;font-weight:500;color:var(--quiet)}
.filter a,.filter>span{padding:.05rem .6rem;border:1px solid var(--line);border-radius:99px;text-decoration:none;color:var(--ink)}
.filter a:hover{border-color:currentColor}
.filter [aria-current]{border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.filter small{color:var(--quiet)}
.pairs{margin:0 0 .9rem;font:.8125rem/1.5 var(--mono)}
.pairs div{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:1rem;padding:.2rem 0;border-top:1px solid var(--line)}
.pairs dd{margin:0}
.blocks .scroll{overflow-x:auto}
.blocks table{width:100%;border-collapse:collapse;font-size:.8125rem}
.blocks th{text-align:left;font-weight:500;color:var(--quiet);white-space:nowrap}
.blocks th,.blocks td{padding:.3rem .9rem .3rem 0;vertical-align:top;border-bottom:1px solid var(--line);width:auto}
.blocks td{white-space:normal;overflow-wrap:break-word}
.blocks td .mono{overflow-wrap:anywhere}
.blocks .n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.blocks table.fixed{table-layout:fixed}
.fixed .s{width:4.4rem}.fixed .m{width:9rem}.fixed .l{width:14rem}
.blocks td code{overflow-wrap:anywhere}
.blocks tr.muted .mono,.blocks tr.muted .number{color:inherit}
.blocks tbody tr:hover{background:color-mix(in srgb,var(--ink) 3%,transparent)}
.blocks summary>.mono,.more>summary>span{font-size:.8125rem}
.blocks .more>summary{color:inherit;padding:0;list-style-position:outside}
.blocks .more>.blocks{padding:.2rem 0 .6rem}
.blocks table:has(.more) tr>:last-child{padding-left:1.1em}
.blocks .text code{display:block;color:var(--quiet)}
.blocks tr.warning>td:first-child,.blocks tr.bad>td:first-child,.blocks tr.good>td:first-child{box-shadow:-3px 0 currentColor}
.blocks summary{font-size:.8125rem;color:var(--quiet);padding:.1rem 0}
.blocks details>.blocks{padding-left:1rem}
.blocks figure,.blocks form{margin:.6rem 0}
.blocks figcaption{font-size:.8125rem;color:var(--quiet)}
.blocks pre{margin:.25rem 0;padding:.6rem .8rem;max-height:36rem;overflow:auto;background:var(--card);border:1px solid var(--line);border-radius:6px;font:.8125rem/1.55 var(--mono);white-space:pre-wrap;tab-size:2}
.blocks pre code{font:inherit}
.picture img{max-width:100%;max-height:24rem;border:1px solid var(--line)}
.waterfall{font-size:.8125rem;font-variant-numeric:tabular-nums}
.waterfall ol{margin:0;padding:0;list-style:none}
.waterfall li,.scale{display:grid;grid-template-columns:minmax(7rem,2fr) 3fr 4.5rem 4.5rem;gap:.8rem;align-items:center;min-height:1.625rem;border-bottom:1px solid var(--line)}
.scale{margin:0;color:var(--quiet);font-size:.75rem}
.scale u{display:flex;justify-content:space-between;text-decoration:none}
.scale s{text-decoration:none}
.waterfall li:hover{background:color-mix(in srgb,var(--ink) 3%,transparent)}
.waterfall span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.waterfall b,.waterfall i{text-align:right;font-weight:400;font-style:normal}
.waterfall i{color:var(--quiet)}
.waterfall svg{width:100%;height:.7rem;fill:var(--number)}
.waterfall rect{height:100%;rx:1.5px}
.script .waterfall svg{cursor:zoom-in}.script .waterfall.zoomed svg{cursor:zoom-out}
.k-listener svg{fill:var(--quiet)}.k-db svg{fill:var(--key)}.k-http svg{fill:var(--good)}.k-cache svg,.k-sending svg{fill:var(--warn)}.k-gap svg{fill:var(--line)}.waterfall .bad svg{fill:var(--bad)}
.k-gap,.k-sending{color:var(--quiet)}
${Array.from({ length: 12 }, (_, depth) => `.d${depth + 1}>span{padding-left:${(depth + 1) * 0.8}rem}`).join('')}
@media (max-width:40rem){.blocks thead{display:none}.blocks tr{display:block;padding:.35rem 0;border-bottom:1px solid var(--line)}.blocks td{display:inline-block;border:0;padding:0 .7rem 0 0}.pairs div{grid-template-columns:1fr;gap:0}.waterfall li,.scale{grid-template-columns:1fr 1fr 4rem}.waterfall i,.scale s:nth-child(2){display:none}.blocks .n{text-align:left}}
@media print{.blocks pre{max-height:none}}
`;
