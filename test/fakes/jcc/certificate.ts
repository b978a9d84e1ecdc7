import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

/*
 * A key of the gateway and a certificate for it, as the merchant portal issues them. Node reads
 * certificates but cannot make them, so the few bytes around the key (X.509, in DER) are assembled
 * here.
 */

const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const NAME_OF_ALGORITHM = Buffer.from('06092a864886f70d01010b0500', 'hex') // sha256WithRSAEncryption
const COMMON_NAME = Buffer.from('0603550403', 'hex')

export function makeCertificate(): { privateKey: KeyObject; pem: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const algorithm = der(SEQUENCE, NAME_OF_ALGORITHM)
  const name = der(
    SEQUENCE,
    der(SET, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from('Fake JCC')))),
  )
  const validity = der(SEQUENCE, time('260101000000Z'), time('460101000000Z'))
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const serial = der(INTEGER, Buffer.from([1]))
  const said = der(SEQUENCE, serial, algorithm, name, validity, name, key)
  const signature = der(0x03, Buffer.from([0]), sign('RSA-SHA256', said, privateKey))
  const lines = der(SEQUENCE, said, algorithm, signature)
    .toString('base64')
    .match(/.{1,64}/g)
  const pem = ['-----BEGIN CERTIFICATE-----', ...(lines ?? []), '-----END CERTIFICATE-----', '']
  return { privateKey, pem: pem.join('\n') }
}

function time(text: string): Buffer {
  return der(0x17, Buffer.from(text))
}

/** A tag, the length of the content, and the content. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size =
    length < 0x80 ? [length] : length < 0x1_00 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
