/** The look of the list: a request is a line of 28 px, and two short lines where there is no room. */
export const LIST_STYLE = `
.head{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem .9rem}
.head p{margin:0}
.found{color:var(--quiet);font-variant-numeric:tabular-nums}
.sizes{margin-left:auto!important;display:flex;gap:.15rem;font-size:.8125rem}
.sizes a{padding:.1rem .5rem;border-radius:6px;color:var(--quiet);text-decoration:none;min-width:1.5rem;text-align:center}
.sizes a:hover{text-decoration:underline}
.sizes [aria-current]{color:var(--ink);background:color-mix(in srgb,var(--ink) 8%,transparent);font-weight:600}
.tools{display:flex;flex-wrap:wrap;gap:.1rem 1rem;margin:.35rem 0 .6rem;font-size:.8125rem}
.tools summary{color:var(--quiet);padding:.1rem 0}
.tools details[open]:not(.menu){flex-basis:100%;order:2}
.tools .menu>:not(summary){right:auto;left:0}
.filters form{display:flex;flex-wrap:wrap;gap:.5rem .9rem;align-items:end;padding:.6rem 0}
.filters label{display:grid;gap:.15rem;color:var(--quiet)}
.filters .wide{flex:1;min-width:12rem}
.words dl{columns:22rem;column-gap:2rem;margin:.4rem 0}
.words div{display:grid;grid-template-columns:10.5rem 1fr;gap:.5rem;break-inside:avoid}
.words dt code{color:var(--ink)}
.words dd{margin:0;color:var(--quiet)}
.terms{margin:0 0 .6rem;display:flex;flex-wrap:wrap;gap:.35rem}
.terms a{padding:.05rem .55rem;border-radius:99px;background:var(--info-wash);text-decoration:none;font:.75rem/1.6 var(--mono)}
.list{width:100%;table-layout:fixed;border-collapse:separate;border-spacing:0;font-size:.8125rem;font-variant-numeric:tabular-nums}
.list[hidden]{display:none}
.list th{position:sticky;top:3.06rem;z-index:2;height:1.75rem;padding:0 .4rem;text-align:left;font-weight:500;font-size:.75rem;color:var(--quiet);background:var(--ground);border-bottom:1px solid var(--line);white-space:nowrap}
.list thead td{border-bottom:1px solid var(--line)}
.list th a{color:inherit;text-decoration:none;display:inline-block;line-height:1.75rem}
.list th a:hover{color:var(--ink);text-decoration:underline}
.list th[aria-sort]{color:var(--ink);font-weight:650}
.list tbody tr{position:relative}
.list tbody td{position:static;height:1.75rem;padding:0 .4rem;white-space:nowrap;border-bottom:1px solid color-mix(in srgb,var(--line) 55%,transparent)}
.list .n{text-align:right}
.list tbody tr:not(.boot):hover{background:color-mix(in srgb,var(--ink) 5%,transparent)}
.list .to a{font-family:var(--mono);text-decoration:none}
.list .to a::after{content:"";position:absolute;inset:0}
.list tr:hover .to a{text-decoration:underline}
.list .to a:focus-visible{outline:0}
.list .to a:focus-visible::after{outline:2px solid var(--link);outline-offset:-2px;border-radius:4px}
.list td:is(.ip,.url,.db){font-family:var(--mono);font-size:.75rem}
.list td.me{font-weight:600;font-size:.75rem;letter-spacing:.02em}
.list td:is(.ip,.url,.fl,.me){overflow:hidden;text-overflow:ellipsis}
th.st{width:3.6rem}th.ip{width:6.75rem}th.me{width:4.75rem}th.du{width:4.6rem}td.ba{width:4.75rem}th.db{width:6rem}th.fl{width:12rem}th.si{width:4.1rem}th.co{width:3.6rem}th.ti{width:6.9rem}th.to{width:4.25rem}
.url i{font-style:normal;color:var(--quiet)}
.list .du{padding-right:.15rem}
.slow{font-weight:700;color:var(--accent)}
.list .ba{padding-left:.25rem}
.bar{display:block;fill:var(--quiet)}
.bar rect{height:8px}
.bar .rest,.legend .rest{fill:color-mix(in srgb,var(--quiet) 60%,var(--ground));background:color-mix(in srgb,var(--quiet) 60%,var(--ground))}
.bar .db,.legend .db{fill:var(--key);background:var(--key)}
.bar .http,.legend .http{fill:var(--good);background:var(--good)}
.list .db,.list .si,.list .co{color:var(--quiet)}
.list .co{font-size:.75rem}
.fl>*{margin-right:.35rem;font-size:.75rem}
.flag{padding:0 .4em;border-radius:4px;color:var(--quiet);background:color-mix(in srgb,var(--quiet) 12%,transparent)}
.flag.warning{color:var(--warn);background:var(--warn-wash)}
.flag.bad{color:var(--bad);background:var(--bad-wash)}
.ti small{display:inline-block;min-width:1.9rem;color:var(--quiet);font-size:.75rem}
.pill{display:inline-block;min-width:2.4rem;padding:0 .3rem;border-radius:5px;text-align:center;font-size:.75rem;line-height:1.25rem;font-weight:650}
.pill.good{background:var(--good-wash)}.pill.info{background:var(--info-wash)}.pill.warning{background:var(--warn-wash)}.pill.bad{color:var(--on-bad);background:var(--bad)}
.f{position:relative;z-index:1;display:inline-block;width:1rem;height:1.25rem;margin:-.2rem -1rem -.2rem 0;opacity:0;vertical-align:middle;color:var(--quiet)}
.f::before{content:"";position:absolute;left:.25rem;top:.38rem;width:9px;height:9px;background:currentColor;clip-path:polygon(0 0,100% 0,62% 50%,62% 100%,38% 82%,38% 50%)}
.url .f{margin-left:.2rem}
tr:hover .f{opacity:.6}
.f:hover,.f:focus-visible{opacity:1!important;color:var(--link)}
.list .boot td{height:1rem;padding:0;border:0}
.boot td span{display:flex;align-items:center;gap:.6rem;font-size:.6875rem;line-height:1;color:var(--quiet)}
.boot td span::before,.boot td span::after{content:"";flex:1;border-top:1px dashed var(--edge)}
.boot td span::before{flex:0 0 1.5rem}
.under{display:flex;flex-wrap:wrap;gap:.3rem 1.5rem;align-items:baseline;margin-top:.5rem;font-size:.8125rem}
.noise{margin:0}
.noise a{color:var(--quiet);text-decoration:none}
.noise a:hover{text-decoration:underline}
.legend{margin:0 0 0 auto;color:var(--quiet);font-size:.75rem}
.legend i{display:inline-block;width:.6rem;height:.5rem;margin:0 .3rem 0 .7rem}
.pager{display:flex;justify-content:center;gap:1.5rem;margin-top:1rem}
.live{display:inline-flex;align-items:center;gap:.4rem}
.live i{width:.5rem;height:.5rem;border-radius:50%;background:var(--good)}
.live[aria-pressed=false] i{background:none;border:1.5px solid var(--quiet)}
.live.off i{background:var(--warn)}
.issue mark{background:var(--bad-wash);color:var(--bad);border-radius:2px;box-shadow:0 2px var(--bad)}
.issue code{font:inherit}
.issue pre span{color:var(--bad)}
.issues{max-width:60rem}
@media (prefers-reduced-motion:no-preference){.fresh td{animation:fresh 1.6s ease-out}.live[aria-pressed=true]:not(.off) i{animation:pulse 2.4s infinite}@keyframes fresh{from{background:var(--wash)}}@keyframes pulse{50%{opacity:.35}}}
@media (min-width:68.01rem) and (max-width:82rem){.list :is(.co,.si){width:0;padding:0;overflow:hidden;visibility:hidden}th.fl{width:8.5rem}}
@media (max-width:68rem){.list thead,.list :is(.ba,.db,.co,.si),.list .f{display:none}.list,.list tbody,.list tbody td,.list tbody .boot{display:block}
.list tbody tr:not(.boot){display:grid;grid-template-columns:3.2rem 4.6rem minmax(0,1fr) 4.8rem 6.8rem 4rem;align-items:center;padding:.3rem .25rem;border-bottom:1px solid var(--line)}
.list tbody td{height:auto;padding:0;border:0;line-height:1.5rem}
.list .url{padding-right:.75rem}.list .du{padding-right:.75rem}
.list .ip{grid-area:2/1/3/3}.list .fl{grid-area:2/3/3/7}}
@media (max-width:40rem){.list tbody tr:not(.boot){display:flex;flex-wrap:wrap;gap:0 .6rem}.list .st,.list .me{order:0}.list td.url{order:1;flex:1 1 calc(100% - 8rem);min-width:0;padding:0}.list .ip{order:2;max-width:9.5rem}.list .du{order:3;padding:0}.list .ti{order:4}.list .to{order:5;margin-left:auto}.list .fl{order:6;flex-basis:100%}.list .fl:empty{display:none}}
@media print{.list th{position:static}.list td.url{white-space:normal;overflow-wrap:anywhere}.f{display:none}}
`;
