/**
 * Style of blocks. Colours are those of the error page (`EXCEPTION_STYLE`), light and dark. Tones never depend on colour
 * alone.
 */
export const BLOCKS_STYLE = `
:root{--good:#22662a;--warn:#8a5200;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--good:#9bd39b;--warn:#f0b35a;--bad:#ff8b80}}
.blocks{min-width:0;overflow-wrap:anywhere}
.blocks :is(h3,h4,h5){margin:1.6rem 0 .5rem;font-size:1rem;font-weight:650}
.blocks>:is(h3,h4,h5):first-child{margin-top:0}
.blocks .caption{margin:1.2rem 0 .3rem;font-size:.8125rem;color:var(--quiet)}
.blocks .caption small{font-weight:400;margin-left:.3em}
.blocks .nothing{margin:.55rem 0}
.blocks dl,.blocks dd{margin:0}.blocks dt{color:var(--quiet)}
.blocks summary{cursor:pointer}
.blocks summary::marker{color:var(--quiet)}
.sql b{font-weight:400;color:var(--key)}.sql q{quotes:none;color:var(--good)}.sql s{text-decoration:none;color:var(--number)}.sql i{color:var(--quiet)}
.blocks .good{color:var(--good)}.blocks .warning{color:var(--warn)}.blocks .bad{color:var(--bad)}.blocks .info{color:var(--number)}.blocks .muted{color:var(--quiet)}
.blocks .mono{font-family:var(--mono);font-size:.8125rem}
.blocks .number{font-variant-numeric:tabular-nums}
.blocks .badge{padding:0 .45em;border:1px solid currentColor;border-radius:4px;font-size:.75rem;white-space:nowrap}
.blocks .note{margin:.6rem 0;padding:.45rem .8rem;border-left:3px solid var(--number);background:var(--card);border-radius:0 6px 6px 0;color:var(--ink)}
.blocks .note.warning{border-color:var(--warn)}.blocks .note.bad{border-color:var(--bad)}.blocks .note.good{border-color:var(--good)}.blocks .note.muted{border-color:var(--line);color:var(--quiet)}
.blocks .none{margin:.3rem 0;color:var(--quiet);font-size:.875rem}
.blocks td span,.blocks dd span{white-space:pre-wrap}
.blocks .metrics{display:flex;flex-wrap:wrap;gap:.2rem 1.75rem;margin:0 0 .9rem}
.metrics div{display:flex;gap:.45em;align-items:baseline}
.metrics dt{font-size:.8125rem}
.metrics dd{font-weight:600;font-variant-numeric:tabular-nums}
.filter{display:flex;flex-wrap:wrap;align-items:center;gap:.3rem;margin:.6rem 0;font-size:.8125rem}
.filter b{min-width:4.5rem;font-weight:500;color:var(--quiet)}
.filter a,.filter>span{padding:.05rem .6rem;border:1px solid var(--line);border-radius:99px;text-decoration:none;color:var(--ink)}
.filter a:hover{border-color:currentColor}
.filter [aria-current]{border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.filter small{color:var(--quiet)}
.blocks .pairs{margin:0 0 .9rem;font:.8125rem/1.5 var(--mono)}
.pairs div{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:1rem;padding:.2rem 0;border-top:1px solid var(--line)}
.pairs dd{margin:0}
.blocks .bars{display:block;stroke:var(--number);stroke-width:2;background:linear-gradient(var(--line),var(--line)) bottom/100% 1px no-repeat}
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
.blocks tr:is(.warning,.bad,.good,.info){color:inherit}
.blocks tr.warning>td:first-child{box-shadow:inset 3px 0 var(--warn)}.blocks tr.bad>td:first-child{box-shadow:inset 3px 0 var(--bad)}.blocks tr.good>td:first-child{box-shadow:inset 3px 0 var(--good)}
.blocks tr>:first-child{padding-left:.6rem}
.blocks summary{font-size:.8125rem;color:var(--quiet);padding:.1rem 0}
.blocks details>.blocks{padding-left:1rem}
.blocks figure,.blocks form{margin:.6rem 0}
.blocks figcaption{font-size:.8125rem;color:var(--quiet)}
.blocks pre{margin:.25rem 0;padding:.6rem .8rem;max-height:36rem;overflow:auto;background:var(--card);border:1px solid var(--line);border-radius:6px;font:.8125rem/1.55 var(--mono);white-space:pre-wrap;tab-size:2}
.blocks pre code{font:inherit}
.picture img{max-width:100%;max-height:24rem;border:1px solid var(--line)}
@media (max-width:40rem){.blocks thead{display:none}.blocks tr{display:block;padding:.35rem 0;border-bottom:1px solid var(--line)}.blocks td{display:inline-block;border:0;padding:0 .7rem 0 0}.pairs div{grid-template-columns:1fr;gap:0}.blocks .n{text-align:left}}
@media print{.blocks pre{max-height:none}}
`;

export const WATERFALL_STYLE = `
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;margin:0 0 .5rem;padding:0;list-style:none;font-size:.75rem;color:var(--quiet)}
.legend li{display:flex;align-items:center;gap:.4em}
.legend svg{width:.75rem;height:.75rem;fill:var(--number)}
.legend rect{height:100%;rx:2px}
.waterfall{font-size:.8125rem;font-variant-numeric:tabular-nums}
.waterfall ol{margin:0;padding:0;list-style:none}
.waterfall li:not(.fold),.waterfall .fold summary,.scale{display:grid;grid-template-columns:minmax(7rem,2fr) 3fr 4.5rem 4.5rem;gap:.8rem;align-items:center;min-height:1.625rem;border-bottom:1px solid var(--line)}
.waterfall .fold summary{padding:0;color:inherit}
.waterfall .fold summary>span::before{content:"▸ ";color:var(--quiet)}.waterfall .fold [open]>summary>span::before{content:"▾ "}
.waterfall em{font-style:normal;padding:0 .35em;border:1px solid var(--warn);border-radius:4px;font-size:.75rem;color:var(--warn)}
.scale{margin:0;color:var(--quiet);font-size:.75rem}
.scale u{display:flex;justify-content:space-between;text-decoration:none}
.scale s{text-decoration:none}
.waterfall li:not(.fold):hover,.waterfall .fold summary:hover{background:color-mix(in srgb,var(--ink) 3%,transparent)}
.waterfall span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.waterfall b,.waterfall i{text-align:right;font-weight:400;font-style:normal}
.waterfall i{color:var(--quiet)}
.waterfall svg{width:100%;height:1.6rem;fill:var(--number);background:linear-gradient(90deg,var(--line) 1px,transparent 1px) 0 0/25% 100%;border-right:1px solid var(--line)}
.waterfall rect{y:28%;height:44%;rx:1.5px}
.script .waterfall svg{cursor:zoom-in}.script .waterfall.zoomed svg{cursor:zoom-out}
.k-listener svg{fill:var(--quiet)}.k-db svg{fill:var(--key)}.k-http svg{fill:var(--good)}.k-cache svg,.k-sending svg{fill:var(--warn)}.k-gap svg{fill:var(--edge);fill-opacity:.35}.waterfall .bad svg{fill:var(--bad)}
.k-gap,.k-sending{color:var(--quiet)}
${Array.from({ length: 12 }, (_, depth) => `.d${depth + 1}>span,.d${depth + 1}>details>summary>span{padding-left:${(depth + 1) * 0.8}rem}`).join('')}
@media (max-width:40rem){.waterfall li:not(.fold),.waterfall .fold summary,.scale{grid-template-columns:1fr 1fr 4rem}.waterfall i,.scale s:nth-child(even),.scale s:nth-child(3){display:none}}
`;
