declare module 'qrcode/lib/core/qrcode.js' {
  type Code = { modules: { size: number; data: Uint8Array } };

  /** The squares of a QR code, row by row; 1 is dark. */
  const QRCode: { create(text: string): Code };
  export default QRCode;
}
