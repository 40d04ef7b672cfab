// What the diagram library alone costs a browser: it is fetched and draws one diagram.
import { drawing } from './drawing.ts';

const said = document.createElement('strong');
said.textContent = 'drawn';
const place = document.createElement('div');
document.getElementById('root')?.append(said, place);
const { default: mermaid } = await import('mermaid');
mermaid.initialize({ startOnLoad: false, htmlLabels: false });
const { svg } = await mermaid.render('bare', drawing);
const picture = new Image();
picture.alt = 'Diagram';
picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
place.append(picture);
