import { generateKeyPairSync, sign } from 'node:crypto';

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const integer = (value: number) => der(0x02, Buffer.from([value]));
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const year = (value: number) => der(0x18, Buffer.from(`${value}0101000000Z`));

const ed25519 = sequence(oid('2b6570'));
const commonName = (name: string) =>
  sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
const alternativeName = (name: string) => {
  const names = sequence(der(0x82, Buffer.from(name)));
  return der(0xa3, sequence(sequence(oid('551d11'), der(0x04, names))));
};

/** A self-signed X.509 v3 certificate for one DNS name, valid from 2020 to the given year. */
export function selfSigned(name: string, expiryYear = 2099): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const statement = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ed25519,
    commonName(name),
    sequence(year(2020), year(expiryYear)),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    alternativeName(name),
  );
  const signature = der(0x03, Buffer.from([0]), sign(null, statement, privateKey));
  const base64 = sequence(statement, ed25519, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}
