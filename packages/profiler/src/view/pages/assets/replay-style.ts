/** Style of the form of a request that is sent again. */
export const REPLAY_STYLE = `
.replay{display:grid;gap:.9rem;max-width:60rem;margin-top:1rem}
h1 code{overflow-wrap:anywhere}
.replay label{display:grid;gap:.25rem;color:var(--quiet);font-size:.8125rem}
.replay .row{display:flex;flex-wrap:wrap;gap:.9rem}.replay .wide{flex:1;min-width:min(16rem,100%)}
.replay :is(input,textarea){width:100%;min-width:0;font:.8125rem/1.5 var(--mono);color:var(--ink);background:var(--card);border:1px solid var(--edge);border-radius:6px;padding:.3rem .6rem}
.replay textarea{resize:vertical}
.replay fieldset{display:grid;gap:.7rem;min-width:0;margin:0;padding:.8rem 1rem 1rem;border:1px solid var(--line);border-radius:8px}
.replay :is(legend,h2){font-size:.875rem;font-weight:650;color:var(--ink);margin:0}.replay legend{padding:0 .4rem}
.replay :is(p,ul){margin:0;overflow-wrap:anywhere}.replay ul{padding-left:1.2rem}.replay section ul{margin-top:.3rem;font-size:.8125rem;color:var(--quiet)}
.replay code{overflow-wrap:anywhere;color:var(--ink)}
.replay .buttons a{text-decoration:none}
.replay .primary{min-height:2.25rem;padding:.2rem 1.4rem;color:var(--card);background:var(--ink);border-color:var(--ink);font-weight:600}
.replay .primary:hover{background:color-mix(in srgb,var(--ink) 85%,var(--card))}
.replay .buttons{display:flex;flex-wrap:wrap;align-items:center;gap:.6rem}
.note{margin:.8rem 0;padding:.6rem .9rem;border-radius:8px;color:var(--warn);background:var(--warn-wash)}.note.bad{color:var(--bad);background:var(--bad-wash)}
.note ul{margin:0;padding-left:1.1rem}
`;
