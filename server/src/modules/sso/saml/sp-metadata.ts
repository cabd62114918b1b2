import { certificateBody } from './certificate.ts'
import { contentAlgorithms, keyAlgorithms } from './decryption.ts'
import { bindings, namespaces, nameIdFormats } from './names.ts'
import type { ServiceProvider, ServiceProviderKey } from './parties.ts'
import { xmlAttributes } from './requests.ts'
import { escapeXml } from './xml-text.ts'

/** What an identity provider needs to know of us (Metadata §2.4.4): addresses, and each key for signing and encryption. */
export function serviceProviderMetadata({ entityId, acsUrl, logoutUrl, keys }: ServiceProvider): string {
  const root = { xmlns: namespaces.metadata, 'xmlns:ds': namespaces.signature, entityID: entityId }
  const role = {
    protocolSupportEnumeration: namespaces.protocol,
    AuthnRequestsSigned: 'true',
    WantAssertionsSigned: 'true',
  }
  const service = { index: '0', isDefault: 'true', Binding: bindings.post, Location: acsUrl }
  const formats = [nameIdFormats.persistent, nameIdFormats.email, nameIdFormats.unspecified]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<EntityDescriptor ${xmlAttributes(root)}>`,
    `  <SPSSODescriptor ${xmlAttributes(role)}>`,
    ...keys.map((key) => keyDescriptor('signing', key, [])),
    ...keys.map((key) => keyDescriptor('encryption', key, [...contentAlgorithms, ...Object.values(keyAlgorithms)])),
    `    <SingleLogoutService ${xmlAttributes({ Binding: bindings.redirect, Location: logoutUrl })}/>`,
    ...formats.map((format) => `    <NameIDFormat>${format}</NameIDFormat>`),
    `    <AssertionConsumerService ${xmlAttributes(service)}/>`,
    '  </SPSSODescriptor>',
    '</EntityDescriptor>',
    '',
  ].join('\n')
}

function keyDescriptor(use: string, { certificate }: ServiceProviderKey, algorithms: readonly string[]): string {
  const body = escapeXml(certificateBody(certificate))
  const methods = algorithms.map((Algorithm) => `<EncryptionMethod ${xmlAttributes({ Algorithm })}/>`).join('')
  return (
    `    <KeyDescriptor use="${use}"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${body}</ds:X509Certificate>` +
    `</ds:X509Data></ds:KeyInfo>${methods}</KeyDescriptor>`
  )
}
