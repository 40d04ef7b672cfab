// What the diagram library alone costs a browser: it is fetched and draws one diagram.
import { drawing } from './drawing.ts';

const statusText = document.createElement('strong');
statusText.textContent = 'drawn';
const container = document.createElement('div');
document.getElementById('root')?.append(statusText, container);
const { default: mermaid } = await import('mermaid');
mermaid.initialize({ startOnLoad: false, htmlLabels: false });
const { svg } = await mermaid.render('bare', drawing);
const diagramImage = new Image();
diagramImage.alt = 'Diagram';
diagramImage.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
container.append(diagramImage);
