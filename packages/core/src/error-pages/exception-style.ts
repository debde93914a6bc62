/**
 * The style of exceptions. Colors have a contrast of at least 4.5 : 1 in the light and the dark theme, and no information
 * depends on color alone.
 */
export const EXCEPTION_STYLE = `
:root{color-scheme:light dark;--ground:#fbfaf7;--card:#fff;--ink:#1f1d1a;--quiet:#67625a;--line:#e4e0d8;--accent:#9a5b00;--wash:#fdf3df;--here:#fff3d6;--mark:#ffd88a;--key:#8a2c5f;--text:#2c6a2f;--number:#1d5fa8;--link:#1d5fa8;--mono:ui-monospace,"SF Mono","Cascadia Code",Menlo,Consolas,"DejaVu Sans Mono",monospace}
.server{--accent:#b3261e;--wash:#fdecea;--here:#fdeeec;--mark:#ffc9c2}
@media (prefers-color-scheme:dark){:root{--ground:#16161a;--card:#1e1e23;--ink:#e9e6e0;--quiet:#a39e95;--line:#34343b;--accent:#f0b35a;--wash:#2b2418;--here:#322a1b;--mark:#6a4d12;--key:#f09cc4;--text:#9bd39b;--number:#8fc1ff;--link:#8fc1ff}.server{--accent:#ff8b80;--wash:#321f1f;--here:#382323;--mark:#7a302b}}
.quiet{margin:.4rem 0;color:var(--quiet);font-size:.9375rem}
.exception{background:var(--card);border:1px solid var(--line);border-radius:10px;overflow:hidden}
.exception+.exception{margin-top:1rem}
.exception>:not(.frames){margin-left:1.1rem;margin-right:1.1rem}
.exception>.quiet{margin-bottom:1rem}
.via{margin:.9rem 0 -.7rem;font-size:.8125rem;color:var(--quiet)}
h3{margin:.9rem 0 .35rem;font-size:1.125rem;line-height:1.35;font-weight:650}
h3 small{font-size:.875rem;font-weight:400;color:var(--quiet)}
h3 small span{display:inline-block}
h3 small span::before{content:"‹ ";opacity:.7}
h3 small span+span{margin-left:.35em}
.exception .message span{white-space:pre-wrap}
.exception>.message{margin-top:0;margin-bottom:.5rem;max-height:14em;overflow:auto}
dl{margin:0}
dt{color:var(--quiet)}
dd{margin:0}
.properties{display:flex;flex-wrap:wrap;gap:.1rem 1.25rem;margin-bottom:.9rem;font:.8125rem/1.6 var(--mono)}
.properties div{display:flex;gap:.5em;min-width:0}
.properties dt{flex:none;max-width:12rem}
.properties dd{min-width:0;overflow-wrap:anywhere}
.frames,.frames ol{margin:0;padding:0;list-style:none}
.frames>li{border-top:1px solid var(--line)}
.frames summary,.frames>li.yours:not(:has(details)){padding:.5rem 1.1rem}
summary{cursor:pointer}
summary::marker{color:var(--quiet)}
summary:hover{background:color-mix(in srgb,var(--ink) 4%,transparent)}
summary:focus-visible{outline-offset:-2px}
.function{font:600 .875rem/1.5 var(--mono)}
.place{font:.8125rem/1.5 var(--mono);color:var(--quiet);margin-left:.4em}
.place b{font-weight:400;color:var(--accent)}
.folded summary{color:var(--quiet);font-size:.875rem}
.folded ol{padding:.1rem 1.1rem .7rem 2.2rem}
.folded li{padding:.1rem 0}
.folded .function{font-weight:400}
.frames .source{overflow-x:auto;margin:0;padding:.5rem 0 .6rem;border-top:1px solid var(--line);font:.8125rem/1.65 var(--mono);background:var(--ground);tab-size:4;list-style:decimal outside;overflow-wrap:normal}
.source li{width:max-content;min-width:calc(100% - 4.25rem);margin-left:4.25rem;padding-right:1rem}
.source li::marker{content:counter(list-item) '\\2002';color:var(--quiet);font-size:.75rem}
.source .here{background:var(--here);box-shadow:-4.25rem 0 var(--here),inset 0 0 var(--here)}
.source .here::marker{color:var(--accent);font-weight:700}
.source code{font:inherit;white-space:pre;padding-left:.5rem}
.source i{color:var(--quiet)}
.source q{color:var(--text);quotes:none}
.source s{color:var(--number);text-decoration:none}
.source b{color:var(--key);font-weight:400}
mark{background:var(--mark);color:inherit;border-radius:2px;box-shadow:0 2px var(--accent)}
mark *{color:inherit!important}
@media (max-width:40rem){.place{display:block;margin-left:1.25em}.folded .place{margin-left:0}.source li{margin-left:3.25rem;min-width:calc(100% - 3.25rem)}.source .here{box-shadow:-3.25rem 0 var(--here)}}
@media print{:root{--ground:#fff;--card:#fff}.exception{break-inside:auto;overflow:visible}.source li{width:auto}.source code{white-space:pre-wrap}}
`;
