/** One style sheet, in the page itself: a report is one file that opens from the disk. */
export const htmlStyle = `
:root{color-scheme:light dark;--ink:#1c1c1e;--soft:#5c5c66;--paper:#fff;--card:#f5f5f7;--line:#d5d5dc;--bad:#b3261e;--warn:#8a5300;--good:#1b6e3c}
@media(prefers-color-scheme:dark){:root{--ink:#ececf1;--soft:#a9a9b4;--paper:#18181b;--card:#242429;--line:#3d3d45;--bad:#ff8a80;--warn:#ffc266;--good:#7fd89f}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main,header{max-width:1280px;margin:0 auto;padding:16px}
h1{font-size:1.5rem;line-height:1.25;margin:.5rem 0}
h2{font-size:1.1rem;margin:0;display:inline}
h3{font-size:1rem;margin:1rem 0 .25rem}
p{margin:.25rem 0}
.soft{color:var(--soft)}
.bad{color:var(--bad)}.warn{color:var(--warn)}.good{color:var(--good)}
details{background:var(--card);border:1px solid var(--line);border-radius:8px;margin:12px 0;padding:12px}
summary{cursor:pointer}
.pictures{display:grid;gap:12px;grid-template-columns:repeat(3,minmax(0,1fr));align-items:start}
figure{margin:0}
figcaption{font-size:.875rem;color:var(--soft)}
figure img{display:block;max-width:100%;height:auto;border:1px solid var(--line);background:#fff;cursor:zoom-in}
figure:focus{grid-column:1/-1;outline:2px solid;outline-offset:2px}
figure:focus img{cursor:auto}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9375rem}
th,td{text-align:left;vertical-align:top;padding:6px 8px;border-top:1px solid var(--line);overflow-wrap:break-word}
td:nth-child(4){overflow-wrap:anywhere}
code{font:.875em ui-monospace,monospace}
ul{margin:.5rem 0;padding-left:1.25rem}
@media(max-width:700px){
.pictures{grid-template-columns:minmax(0,1fr)}
thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
tr,td{display:block}td{border:0;padding:2px 0}tr{border-top:1px solid var(--line);padding:8px 0}
}
`
