// Styles select cells by position: classes in each of a hundred rows would double the size of the page.
const CELLS = 'ST IP ME URL DU BA DB FL SI CO TI TO AP MA'.split(' ');
const cells = (style: string): string =>
  style.replace(/\b[A-Z]{2,3}\b/g, (name) => `td:nth-child(${CELLS.indexOf(name) + 1})`);

/** Style of the columns with the application and the machine, which lists of several of them have. */
export const APPLICATION_STYLE = cells(`
td.ap{width:8rem}.list :is(AP,MA){overflow:hidden;text-overflow:ellipsis}.list thead .ap{padding:0 .4rem;font-size:.75rem;color:var(--quiet)}
@media (min-width:68.01rem) and (max-width:100rem){.list .ip,.list tbody IP{width:0;padding:0;overflow:hidden;visibility:hidden}.list th.fl{width:8.5rem}.list th.db{width:5.4rem}.list td.ap{width:6.5rem}}
@media (max-width:68rem){.list tbody :is(AP,MA){grid-column:3/7;color:var(--quiet)}.list tbody AP:not(:last-child){grid-column:3}.list tbody AP+MA{grid-column:4/7}}
@media (max-width:40rem){.list tbody :is(AP,MA){order:8;max-width:100%}.list tbody AP:last-child{flex-basis:100%}}
`);

/** Style of the list: rows of 28 px, or of two lines on narrow screens. */
export const LIST_STYLE = cells(`
.head{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem .9rem}
.head p{margin:0}
.found{color:var(--quiet);font-variant-numeric:tabular-nums}
.sizes{margin-left:auto!important;display:flex;gap:.15rem;font-size:.8125rem}
:is(.sizes,.terms,th) button{padding:0;min-height:0;border:0;background:none;color:inherit;font:inherit}
:is(.sizes,.terms,th) button:hover{text-decoration:underline}
.sizes button{padding:.1rem .5rem;color:var(--quiet)}
.sizes [aria-current]{color:var(--ink);background:color-mix(in srgb,var(--ink) 8%,transparent);font-weight:600}
.tools{display:flex;flex-wrap:wrap;gap:.1rem 1rem;margin:.35rem 0 .6rem;font-size:.8125rem}
.tools :is(summary,a){color:var(--quiet);padding:.1rem 0}
.tools a{text-decoration:none}.tools a:hover{text-decoration:underline}
.tools details[open]:not(.menu){flex-basis:100%;order:2}
.tools .menu>:not(summary){right:auto;left:0}
.filters form{display:flex;flex-wrap:wrap;gap:.5rem .9rem;align-items:end;padding:.6rem 0}
.filters label{display:grid;gap:.15rem;color:var(--quiet)}
.filters .wide{flex:1;min-width:12rem}
.terms{margin:0 0 .6rem;display:flex;flex-wrap:wrap;gap:.35rem}
.terms button{padding:.05rem .55rem;border-radius:99px;color:var(--link);background:var(--info-wash);font:.75rem/1.6 var(--mono)}
.terms button::after{content:" ×";content:" ×"/" remove"}
.list{width:100%;table-layout:fixed;border-collapse:separate;border-spacing:0;font-size:.8125rem;font-variant-numeric:tabular-nums}
.list[hidden]{display:none}
.list th{position:sticky;top:3.06rem;z-index:2;height:1.75rem;padding:0 .4rem;text-align:left;font-weight:500;font-size:.75rem;color:var(--quiet);background:var(--ground);border-bottom:1px solid var(--line);white-space:nowrap}
.list thead td{border-bottom:1px solid var(--line)}
th button{line-height:1.75rem}
th button:hover{color:var(--ink)}
.list th[aria-sort]{color:var(--ink);font-weight:650}
.list tbody tr{position:relative}
.list tbody td{position:static;height:1.75rem;padding:0 .95rem 0 .4rem;white-space:nowrap;border-bottom:1px solid color-mix(in srgb,var(--line) 55%,transparent)}
.list :is(.n,DU,SI,CO){text-align:right}
.list tbody :is(DU,SI,CO){padding:0 .4rem 0 .95rem}
.list tbody tr:not(.boot):hover{background:color-mix(in srgb,var(--ink) 5%,transparent)}
TO>a{font-family:var(--mono);text-decoration:none}
TO>a::after{content:"";position:absolute;inset:0}
tr:hover TO>a{text-decoration:underline}
TO>a:focus-visible{outline:0}
TO>a:focus-visible::after{outline:2px solid var(--link);outline-offset:-2px;border-radius:4px}
.list :is(IP,URL,DB){font-family:var(--mono);font-size:.75rem}
.list ME{font-weight:600;font-size:.75rem;letter-spacing:.02em}
.list :is(IP,URL,FL,ME,DU,DB,SI,CO){overflow:hidden;text-overflow:ellipsis}
th.st{width:4rem}th.ip{width:8.2rem}th.me{width:5.6rem}th.du{width:6.3rem}td.ba{width:5.5rem}th.db{width:6.6rem}th.fl{width:12rem}th.si{width:4.8rem}th.co{width:5.7rem}th.ti{width:7.6rem}th.to{width:4.6rem}
td i{font-style:normal;color:var(--quiet)}
.list tbody DU{padding-right:.15rem}
DU b{color:var(--accent)}
.list BA{padding-left:.25rem}
BA svg{display:block;width:64px;height:8px;stroke:color-mix(in srgb,var(--quiet) 60%,var(--ground));stroke-width:16}
BA .db{stroke:var(--key)}BA .http{stroke:var(--good)}
.list :is(DB,SI,CO){color:var(--quiet)}
.list CO{font-size:.75rem}
FL>*{margin-right:.35rem;font-size:.75rem;font-weight:400}
FL u{padding:0 .4em;border-radius:4px;text-decoration:none;color:var(--quiet);background:color-mix(in srgb,var(--quiet) 12%,transparent)}
FL u.warning{color:var(--warn);background:var(--warn-wash)}
FL u.bad{color:var(--bad);background:var(--bad-wash)}
TI i{display:inline-block;min-width:1.9rem;font-size:.75rem}
CO::after{content:" µs"}
ST b{display:inline-block;min-width:2.4rem;padding:0 .3rem;border-radius:5px;text-align:center;font-size:.75rem;line-height:1.25rem;font-weight:650}
ST b:not([class]){color:var(--good);background:var(--good-wash)}ST .info{background:var(--info-wash)}ST .warning{background:var(--warn-wash)}ST .bad{color:var(--on-bad);background:var(--bad)}
tr .f{position:relative;z-index:1;float:right;width:.9rem;height:0;margin:0 -.95rem 0 0}
.list :is(DU,SI,CO) .f{float:left;margin:0 0 0 -.95rem}
tr .f:hover{z-index:3}
.f>a{position:absolute;left:0;top:0;width:100%;height:1.25rem;background:color-mix(in srgb,var(--ink) 5%,var(--ground))}
BA .f>a{top:-.35rem}
:is(.f>a,td button){color:color-mix(in srgb,var(--quiet) 75%,var(--ground));opacity:0}
:is(.f>a,td button)::before{content:"";position:absolute;left:.15rem;top:.38rem;width:9px;height:9px;background:currentColor;clip-path:polygon(0 0,100% 0,62% 50%,62% 100%,38% 82%,38% 50%)}
tr:hover :is(.f>a,td button){opacity:1}
:is(.f>a,td button):is(:hover,:focus-visible){opacity:1;color:var(--link)}
.f>span{position:fixed;visibility:hidden;padding:.3rem 0;background:var(--card);border:1px solid var(--line);border-radius:8px;box-shadow:0 8px 28px #0003;font:.75rem/1.6 var(--mono)}
.f:hover>span{visibility:visible}
.f span span{display:flex;justify-content:space-between;gap:1.2rem;padding:0 .8rem}
.f span a{max-width:24rem;overflow:hidden;text-overflow:ellipsis;text-decoration:none}
.f span a:hover{text-decoration:underline}
td button{position:absolute;z-index:1;left:-1.05rem;top:.25rem;width:1.05rem;height:1.25rem;min-height:0;padding:0;border:0;background:none;font-size:0}
td button::after{content:"Filter by this row"}
.list .boot td{height:1rem;padding:0;border:0}
.boot td span{display:flex;align-items:center;gap:.6rem;font-size:.6875rem;line-height:1;color:var(--quiet)}
.boot td span::before,.boot td span::after{content:"";flex:1;border-top:1px dashed var(--edge)}
.boot td span::before{flex:0 0 1.5rem}
.under{display:flex;flex-wrap:wrap;gap:.3rem 1.5rem;align-items:baseline;margin-top:.5rem;font-size:.8125rem}
.background{margin:0}
.background a{color:var(--quiet);text-decoration:none}
.background a:hover{text-decoration:underline}
.legend{margin:0 0 0 auto;color:var(--quiet);font-size:.75rem}
.legend i{display:inline-block;width:.6rem;height:.5rem;margin:0 .3rem 0 .7rem;background:color-mix(in srgb,var(--quiet) 60%,var(--ground))}
.legend .db{background:var(--key)}.legend .http{background:var(--good)}
.pager{display:flex;justify-content:center;gap:1.5rem;margin-top:1rem}
.live{display:inline-flex;align-items:center;gap:.4rem}
.live i{width:.5rem;height:.5rem;border-radius:50%;background:var(--good)}
.live[aria-pressed=false] i{background:none;border:1.5px solid var(--quiet)}
.live.off i{background:var(--warn)}
@media (prefers-reduced-motion:no-preference){.fresh td{animation:fresh 1.6s ease-out}.live[aria-pressed=true]:not(.off) i{animation:pulse 2.4s infinite}@keyframes fresh{from{background:var(--wash)}}@keyframes pulse{50%{opacity:.35}}}
@media (min-width:68.01rem) and (max-width:88rem){.list :is(.co,.si),.list tbody :is(CO,SI){width:0;padding:0;overflow:hidden;visibility:hidden}th.fl{width:9.5rem}}
@media (max-width:68rem){.list thead tr{display:flex;gap:1rem;padding:.2rem;overflow-x:auto;font-size:.75rem;line-height:1.75rem;color:var(--quiet)}thead tr::before{content:"Sort:"}.list th{position:static;flex:none;width:auto;height:auto;padding:0;border:0}
.list thead td,.list :is(DB,CO,SI,.f,svg){display:none}.list,.list thead,.list tbody,.list tbody td,.list tbody .boot{display:block}
.list tbody tr:not(.boot){display:grid;grid-template-columns:3.2rem 4.6rem minmax(0,1fr) 4.8rem 6.8rem 4rem 1.75rem;align-items:center;padding:.3rem .25rem;border-bottom:1px solid var(--line)}
.list tbody td{height:auto;padding:0;border:0;line-height:1.5rem}
.list URL{padding-right:.75rem}.list tbody DU{padding:0 .75rem 0 0}
.list tr:not(.boot) IP{grid-area:2/1/3/3}.list FL{grid-area:2/3/3/7}.list tr:not(.boot) BA{grid-area:1/7}.list td button{position:relative;left:0;top:0;width:1.75rem;height:1.75rem;opacity:1}.list td button::before{left:.6rem;top:.6rem}}
@media (max-width:40rem){.tools .menu>:not(summary){right:0;left:auto}.list tbody tr:not(.boot){display:flex;flex-wrap:wrap;gap:0 .6rem}.list :is(ST,ME){order:0}.list URL{order:1;flex:1 1 calc(100% - 8rem);min-width:0;margin:.2rem 0;white-space:normal;overflow-wrap:anywhere;line-height:1.3;display:-webkit-box!important;-webkit-box-orient:vertical;-webkit-line-clamp:3}.list IP{order:2;max-width:9.5rem}.list tbody DU{order:3;padding:0}.list TI{order:4}.list TO{order:5;margin-left:auto}.list BA{order:6}.list FL{order:7;flex-basis:100%}.list FL:not(:has(*)){display:none}}
@media (hover:none){.list td button{opacity:1}}
@media (forced-colors:active){ST b{border:1px solid}}
@media print and (max-width:68rem){.list thead{display:none}}
@media print{.list th{position:static}.list URL{white-space:normal;overflow-wrap:anywhere}td button{display:none}}
`);

/** Style of the search syntax page and the page of filters for a row. */
export const SYNTAX_STYLE = `
.syntax{max-width:52rem}
.syntax dl{font-size:.8125rem}
.syntax dl div{display:grid;grid-template-columns:minmax(9rem,14rem) 1fr;gap:1rem;padding:.25rem 0;border-top:1px solid var(--line)}
.syntax dd{margin:0;color:var(--quiet)}
.syntax h2{margin:1rem 0 .2rem;font-size:.8125rem}
.by dl{margin:0}.by dt{overflow-wrap:anywhere}.by dt a+a{margin-left:.6rem}
@media (max-width:40rem){.syntax dl div{grid-template-columns:1fr;gap:0}}
`;

/** Style of the page about an invalid search. */
export const ISSUE_STYLE = `
.issue mark{background:var(--bad-wash);color:var(--bad);border-radius:2px;box-shadow:0 2px var(--bad)}
.issue code{font:inherit}
.issue pre{padding:.7rem 1rem;background:var(--card);border:1px solid var(--line);border-radius:8px;overflow:auto;font:.8125rem/1.5 var(--mono)}
.issue pre span{color:var(--bad)}
.issues{max-width:60rem}
`;
