import QRCode from 'qrcode/lib/core/qrcode.js';

/** Light squares around the code, which scanners need. */
const quietZone = 4;

/** The dark squares, each as a closed subpath. */
const pathOf = ({ size, data }: { size: number; data: Uint8Array }): string =>
  Array.from(data, (dark, at) =>
    dark ? `M${(at % size) + quietZone} ${Math.floor(at / size) + quietZone}h1v1h-1z` : '',
  ).join('');

const dataUrlOf = (text: string): string => {
  const { modules } = QRCode.create(text);
  const side = modules.size + 2 * quietZone;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" ` +
    `shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/>` +
    `<path d="${pathOf(modules)}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};

/** A text as a QR code; dark on white in every theme, as scanners require. */
export const QrCode = ({ text, alt }: { text: string; alt: string }) => (
  <img src={dataUrlOf(text)} alt={alt} width={200} height={200} />
);
