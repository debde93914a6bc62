// Styles select cells by position: classes in each of a hundred rows would double the size of the page.
const CELLS = 'ST ME URL DU BA QU FL SI TI IP TO MO'.split(' ');
const cells = (style: string): string =>
  style.replace(/\b[A-Z]{2,3}\b/g, (name) => `td:nth-child(${CELLS.indexOf(name) + 1})`);

/** Style of the list: rows of 30 px, or of two lines on narrow screens. The URL has the width that the other columns leave. */
export const LIST_STYLE = cells(`
:root{--tint:color-mix(in srgb,var(--ink) 5%,transparent);--shade:color-mix(in srgb,var(--ink) 9%,transparent);--rest:color-mix(in srgb,var(--quiet) 60%,var(--ground))}
.head{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem .9rem}
.head p{margin:0}
.found{color:var(--quiet);font-variant-numeric:tabular-nums}
.counts{margin-left:auto!important;display:flex;flex-wrap:wrap;gap:.1rem .9rem;font-size:.8125rem;color:var(--quiet)}
.counts a{color:inherit;text-decoration:none}.counts b{color:var(--ink);font-weight:650}.counts a:hover{text-decoration:underline}
.pick{font-size:.8125rem}
.pick summary{padding:.1rem .5rem;border:1px solid var(--line);border-radius:6px;background:var(--card)}
.pick summary::after{content:"▾";content:"▾"/"";margin-left:.4em;color:var(--quiet)}
details.pick>:not(summary){right:auto;left:0;max-height:60vh;overflow:auto}
.pick ul{list-style:none;padding:.3rem 0!important}
.pick li{padding:.15rem .9rem;white-space:nowrap}.pick li b{font-weight:400;color:var(--quiet)}.pick code{color:var(--quiet);font-size:.75rem}
.pick [aria-current]{font-weight:650;color:var(--ink);text-decoration:none}
.activity{display:flex;align-items:end;gap:.75rem;margin:.7rem 0 .2rem;font-size:.75rem;color:var(--quiet)}
.activity svg{display:block;border-bottom:1px solid var(--line);max-width:100%;overflow:hidden}
.activity path{fill:color-mix(in srgb,var(--number) 55%,var(--ground))}.activity .bad{fill:var(--bad)}.activity .hit{fill:transparent}
.activity a:is(:hover,:focus-visible) .hit{fill:var(--shade)}
.activity a:focus-visible{outline:0}.activity a:focus-visible .hit{stroke:var(--link);stroke-width:2}
.sizes{margin:0 0 0 auto;display:flex;gap:.15rem}
:is(.sizes,.terms,th) button{padding:0;min-height:0;border:0;background:none;color:inherit;font:inherit}
:is(.sizes,.terms,th) button:hover{text-decoration:underline}
.sizes button{padding:.1rem .5rem;color:var(--quiet)}
.sizes [aria-current]{color:var(--ink);background:var(--shade);font-weight:600}
.tools{display:flex;flex-wrap:wrap;align-items:center;gap:.1rem 1.1rem;margin:.45rem 0 .35rem;font-size:.8125rem}
.tools :is(summary,a){color:var(--quiet);padding:.1rem 0}
.tools a{text-decoration:none}.tools a:hover{text-decoration:underline}
.tools details[open]:not(.menu){flex-basis:100%;order:2}
.tools .menu>:not(summary){right:auto;left:0;min-width:19rem}
.danger button{color:var(--on-bad);background:var(--bad);border-color:var(--bad);font-weight:600}.danger button:hover{background:color-mix(in srgb,var(--bad) 85%,var(--ink))}
.danger code{overflow-wrap:anywhere}.danger summary:hover{color:var(--bad)}
.filters form{display:flex;flex-wrap:wrap;gap:.5rem .9rem;align-items:end;padding:.6rem 0}
.filters label{display:grid;gap:.15rem;color:var(--quiet)}
.filters .wide{flex:1;min-width:12rem}
.terms{margin:.2rem 0 .5rem;display:flex;flex-wrap:wrap;align-items:baseline;gap:.35rem;font-size:.8125rem}
.terms button{padding:.05rem .55rem;border-radius:99px;color:var(--link);background:var(--info-wash);font:.75rem/1.6 var(--mono)}
.terms button::after{content:" ×";content:" ×"/" remove"}
.list{width:100%;border-collapse:separate;border-spacing:0;font-size:.8125rem;font-variant-numeric:tabular-nums}
.list[hidden]{display:none}
:is(th,thead td){position:sticky;top:3.06rem;z-index:2;height:1.75rem;padding:0 .45rem;text-align:left;font-weight:500;font-size:.75rem;color:var(--quiet);background:var(--ground);border-bottom:1px solid var(--line);white-space:nowrap}
thead .ba{text-align:right}
thead .ba:not(:empty)::after{content:"";position:absolute;right:.45rem;bottom:0;height:5px;border-right:1px solid var(--quiet)}
th button{line-height:1.75rem}
th button:hover{color:var(--ink)}
th[aria-sort]{color:var(--ink);font-weight:650}
tbody tr{position:relative}
tbody td{position:static;height:1.875rem;padding:0 .45rem;white-space:nowrap;border-bottom:1px solid color-mix(in srgb,var(--line) 55%,transparent)}
:is(.n,DU,SI,QU){text-align:right}
tbody tr:not(.boot):hover{background:var(--tint)}
TO>a{font-family:var(--mono);font-size:.75rem;color:var(--quiet);text-decoration:none}
TO>a::after{content:"";position:absolute;inset:0}
tr:hover TO>a{color:var(--link);text-decoration:underline}
TO>a:focus-visible{outline:0}
TO>a:focus-visible::after{outline:2px solid var(--link);outline-offset:-2px;border-radius:4px}
tbody :is(IP,URL){font-family:var(--mono);font-size:.75rem}
tbody ME{font-weight:600;font-size:.75rem}
th.url{width:100%}
tbody URL{max-width:0;width:100%;overflow:hidden;text-overflow:ellipsis}
URL p{display:flex;margin:0;overflow:hidden;white-space:pre}
URL p>*{flex:none;overflow:hidden;text-overflow:ellipsis}URL p>:is(b,span:nth-child(2)){flex:0 1 auto;min-width:4ch}URL p>s{flex:0 99 auto;min-width:0}
URL :is(b,s){font-weight:400;text-decoration:none;color:var(--quiet)}URL i{display:none}
URL u{float:right;max-width:40%;margin-left:1rem;overflow:hidden;text-overflow:ellipsis;text-decoration:none;color:var(--quiet);font:.75rem/1.5 system-ui,sans-serif}
tbody ME{max-width:6rem}tbody FL{max-width:17rem}tbody IP{max-width:9.5rem}:is(ME,FL,IP){overflow:hidden;text-overflow:ellipsis}
td i{font-style:normal;color:var(--quiet)}
DU b{color:var(--accent)}
:is(.ba,BA){padding-left:0}
BA svg{display:block;width:72px;height:8px;stroke:var(--rest);stroke-width:16}
BA .db{stroke:var(--key)}BA .http{stroke:var(--good)}BA .more{stroke:var(--accent)}
tbody :is(SI,IP,TI){color:var(--quiet)}
FL>*{margin-right:.35rem;font-size:.75rem;font-weight:400}
FL u{display:inline-block;padding:0 .45em;border-radius:4px;line-height:1.25rem;text-decoration:none;color:var(--quiet);background:var(--shade)}
FL u.warning{color:var(--warn);background:var(--warn-wash)}
FL u.bad{color:var(--bad);background:var(--bad-wash)}
ST b{display:inline-block;min-width:2.4rem;padding:0 .3rem;border-radius:5px;text-align:center;font-size:.75rem;line-height:1.25rem;font-weight:650}
ST b:not([class]){color:var(--good);background:var(--good-wash)}ST .info{background:var(--info-wash)}ST .warning{background:var(--warn-wash)}ST .bad{color:var(--on-bad);background:var(--bad)}
:is(.mo,MO){padding:0 .2rem;width:1.75rem}
MO button{position:relative;font-size:0;z-index:1;width:1.6rem;height:1.5rem;min-height:0;padding:0;border:0;border-radius:5px;background:none;color:var(--quiet);opacity:.35}
MO button::before{content:"⋯";content:"⋯"/"Filters for ";font:700 1rem/1.4rem system-ui,sans-serif}
tr:hover MO button,MO button:focus-visible{opacity:1}
MO button:hover{color:var(--ink);background:var(--shade)}
MO input{position:relative;z-index:1;display:block;width:1.05rem;height:1.05rem;min-height:0;margin:auto}
#compare{position:sticky;bottom:.75rem;z-index:3;width:fit-content;margin:.6rem 0 0 auto}
#compare button{min-height:2rem;color:var(--card);background:var(--ink);border-color:var(--ink);box-shadow:0 4px 16px #0004}
#menu{position:fixed;inset:auto;margin:0;width:min(30rem,calc(100vw - 1rem));max-height:min(34rem,calc(100vh - 1rem));overflow:auto;padding:.8rem 1rem;background:var(--card);color:var(--ink);border:1px solid var(--line);border-radius:10px;box-shadow:0 10px 36px #0004;font-size:.8125rem}
#menu h2{margin:0 0 .3rem;font:600 .8125rem/1.4 var(--mono);overflow-wrap:anywhere}
#menu p{margin:0 0 .6rem;color:var(--quiet)}#menu p a{margin-left:.5rem}
.actions{display:flex;flex-wrap:wrap;gap:.4rem;margin:0 0 .5rem}.actions .button{line-height:1.25rem;text-decoration:none}
#menu dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.25rem .6rem;margin:0}
#menu dt{color:var(--quiet);line-height:1.6rem}
#menu dd{margin:0;display:flex;flex-wrap:wrap;gap:.25rem}
#menu span{display:inline-flex;max-width:100%;border-radius:5px;overflow:hidden;background:var(--shade);font:.75rem/1.6rem var(--mono)}
#menu span a{padding:0 .5rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;text-decoration:none}
#menu span a:hover{background:var(--info-wash)}
#menu span a+a{flex:none;color:var(--quiet);border-left:1px solid var(--card)}
#menu :focus-visible{outline-offset:-2px}
.boot td{height:1rem;padding:0;border:0}
.boot td span{display:flex;align-items:center;gap:.6rem;font-size:.6875rem;line-height:1;color:var(--quiet)}
.boot td span::before,.boot td span::after{content:"";flex:1;border-top:1px dashed var(--edge)}
.under{display:flex;flex-wrap:wrap;gap:.3rem 1.5rem;align-items:baseline;margin-top:.5rem;font-size:.8125rem}
.background{margin:0}
.background a{color:var(--quiet);text-decoration:none}
.background a:hover{text-decoration:underline}
.legend{margin:0 0 0 auto;color:var(--quiet);font-size:.75rem}
.legend i{display:inline-block;width:.6rem;height:.5rem;margin:0 .3rem 0 .7rem;background:var(--rest)}
.legend .db{background:var(--key)}.legend .http{background:var(--good)}.legend .more{width:.25rem;background:var(--accent)}
.pager{display:flex;justify-content:center;gap:1.5rem;margin-top:1rem}
.live{display:inline-flex;align-items:center;gap:.4rem}
.live i{width:.5rem;height:.5rem;border-radius:50%;background:var(--good)}
.live[aria-pressed=false] i{background:none;border:1.5px solid var(--quiet)}
.live.off i{background:var(--warn)}
@media (prefers-reduced-motion:no-preference){.fresh td{animation:fresh 1.6s ease-out}.live[aria-pressed=true]:not(.off) i{animation:pulse 2.4s infinite}@keyframes fresh{from{background:var(--wash)}}@keyframes pulse{50%{opacity:.35}}}
@media (max-width:94rem){:is(.si,SI){display:none}}
@media (max-width:86rem){tbody FL{max-width:10.5rem}tbody ME{max-width:5.2rem}}
@media (max-width:81rem){:is(.ip,IP){display:none}}
@media (max-width:62rem){URL u{max-width:5.5rem;margin-left:.6rem}.to{width:0;padding:0;font-size:0}tbody TO{width:0;padding:0;max-width:0}TO>a{font-size:0}tbody FL{max-width:10rem}}
@media (max-width:52rem){:is(.ti,TI){display:none}tbody FL{max-width:8rem}}
@media (max-width:40rem){thead tr{display:flex;gap:1rem;padding:.2rem;overflow-x:auto;font-size:.75rem;line-height:1.75rem;color:var(--quiet)}thead tr::before{content:"Sort:"}:is(th,th.to){position:static;flex:none;width:auto;height:auto;padding:0;border:0;font-size:.75rem}
thead td,:is(BA,SI,QU,IP){display:none}.list,thead,tbody,tbody td,tbody .boot{display:block}
tbody tr:not(.boot){display:grid;grid-template-columns:2.6rem 3.6rem minmax(0,1fr) auto 1.75rem;gap:.1rem .6rem;align-items:center;padding:.4rem .1rem;border-bottom:1px solid var(--line)}
tbody td{height:auto;padding:0;border:0;line-height:1.4rem}
tbody URL{grid-area:1/3/2/5;max-width:none;white-space:normal;overflow-wrap:anywhere;line-height:1.35;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3}URL p{display:inline;white-space:normal}URL u{float:none;display:block;max-width:none;margin:0}
tbody :is(DU,FL,TI){display:block}DU{grid-area:2/1/3/3;text-align:left!important}tbody FL{grid-area:2/3/3/4;max-width:none}TI{grid-area:2/4/3/6}MO{grid-area:1/5}tbody TO{position:absolute}
.tools .menu>:not(summary){right:auto;left:0;min-width:min(19rem,86vw)}}
@media (hover:none){MO button{opacity:1}}
@media (forced-colors:active){ST b,FL u{border:1px solid}BA svg{forced-color-adjust:none}.activity path{fill:CanvasText}.activity .hit{fill:none}}
@media print and (max-width:40rem){thead{display:none}}
@media print{:is(th,thead td){position:static}tbody URL{white-space:normal;overflow-wrap:anywhere}MO *,#compare,.activity,.pick{display:none}}
`);

export const SYNTAX_STYLE = `
.syntax{max-width:52rem}
.syntax dl{font-size:.8125rem}
.syntax dl div{display:grid;grid-template-columns:minmax(9rem,14rem) 1fr;gap:1rem;padding:.25rem 0;border-top:1px solid var(--line)}
.syntax dd{margin:0;color:var(--quiet)}
.syntax h2{margin:1rem 0 .2rem;font-size:.8125rem}
.by dl{margin:0}.by dt{overflow-wrap:anywhere}.by dt a+a{margin-left:.6rem}
@media (max-width:40rem){.syntax dl div{grid-template-columns:1fr;gap:0}}
`;

export const ISSUE_STYLE = `
.issue mark{background:var(--bad-wash);color:var(--bad);border-radius:2px;box-shadow:0 2px var(--bad)}
.issue code{font:inherit}
.issue pre{padding:.7rem 1rem;background:var(--card);border:1px solid var(--line);border-radius:8px;overflow:auto;font:.8125rem/1.5 var(--mono)}
.issue pre span{color:var(--bad)}
.issues{max-width:60rem}
`;
