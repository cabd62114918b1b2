import { words } from '#/i18n/words.ts'

/** What to do at each identity provider, step by step. The names of its menus stay as they are there. */
export const guideWords = words({
  en: {
    okta: {
      oidc: () => [
        'Applications → Create App Integration → OIDC - OpenID Connect → Web Application.',
        'Sign-in redirect URIs: the redirect URI. Grant type: Authorization Code.',
        'For groups: Sign On → OpenID Connect ID Token → Groups claim filter, name groups.',
        'Bring back the Client ID and the Client secret. The issuer is https://<your org>.okta.com.',
      ],
      saml: () => [
        'Applications → Create App Integration → SAML 2.0.',
        'Single sign-on URL: the ACS URL. Audience URI (SP Entity ID): the entity id. Name ID format: Persistent.',
        'Attribute Statements: email = user.email, name = user.displayName. Group Attribute Statements: groups.',
        'Bring back the Metadata URL, which stands at Sign On → SAML 2.0.',
      ],
    },
    entra: {
      oidc: () => [
        'App registrations → New registration. Redirect URI, platform Web: the redirect URI.',
        'Certificates & secrets → New client secret.',
        'Token configuration → Add optional claim → ID → email. Add groups claim sends the ids of groups.',
        'Bring back the Application (client) ID and the Value of the secret. The issuer is https://login.microsoftonline.com/<Directory (tenant) ID>/v2.0; common and organizations would let in every company.',
      ],
      saml: () => [
        'Enterprise applications → New application → Create your own → Single sign-on → SAML.',
        'Identifier (Entity ID): the entity id. Reply URL (Assertion Consumer Service URL): the ACS URL.',
        'Attributes & Claims → Unique User Identifier: format Persistent, from user.objectid.',
        'Bring back the App Federation Metadata Url.',
      ],
    },
    google: {
      oidc: () => [
        'In the Google Cloud console: APIs & Services → OAuth consent screen, User type Internal. With External any Google account could come.',
        'Credentials → Create OAuth client ID → Web application. Authorized redirect URIs: the redirect URI.',
        'Bring back the Client ID and the Client secret. Google sends no groups this way.',
      ],
      saml: () => [
        'Admin console → Apps → Web and mobile apps → Add custom SAML app.',
        'ACS URL: the ACS URL. Entity ID: the entity id. Name ID format: PERSISTENT.',
        'Attribute mapping: Primary email → email. Group membership → groups.',
        'Bring back the file of Download metadata.',
      ],
    },
    other: {
      oidc: () => [
        'Register a confidential web client that uses the authorization code.',
        'Let it redirect to the redirect URI.',
        'Have the ID token carry email, name and, where you map groups, groups.',
        'Bring back its client id, its secret and the issuer.',
      ],
      saml: () => [
        'Register a service provider with the entity id and the ACS URL; most read both from our metadata.',
        'Name ID format: Persistent. Who somebody is must never be given to another person.',
        'Attributes: email, name and, where you map groups, groups.',
        'Bring back its metadata, best as an address: that is read again every hour.',
      ],
    },
  },
  es: {
    okta: {
      oidc: () => [
        'Applications → Create App Integration → OIDC - OpenID Connect → Web Application.',
        'Sign-in redirect URIs: la URI de redirección. Grant type: Authorization Code.',
        'Para los grupos: Sign On → OpenID Connect ID Token → Groups claim filter, nombre groups.',
        'Trae el Client ID y el Client secret. El emisor es https://<tu organización>.okta.com.',
      ],
      saml: () => [
        'Applications → Create App Integration → SAML 2.0.',
        'Single sign-on URL: la URL de ACS. Audience URI (SP Entity ID): el identificador. Name ID format: Persistent.',
        'Attribute Statements: email = user.email, name = user.displayName. Group Attribute Statements: groups.',
        'Trae la Metadata URL, que está en Sign On → SAML 2.0.',
      ],
    },
    entra: {
      oidc: () => [
        'App registrations → New registration. Redirect URI, plataforma Web: la URI de redirección.',
        'Certificates & secrets → New client secret.',
        'Token configuration → Add optional claim → ID → email. Add groups claim envía los ids de los grupos.',
        'Trae el Application (client) ID y el Value del secreto. El emisor es https://login.microsoftonline.com/<Directory (tenant) ID>/v2.0; common y organizations dejarían entrar a cualquier empresa.',
      ],
      saml: () => [
        'Enterprise applications → New application → Create your own → Single sign-on → SAML.',
        'Identifier (Entity ID): el identificador. Reply URL (Assertion Consumer Service URL): la URL de ACS.',
        'Attributes & Claims → Unique User Identifier: formato Persistent, de user.objectid.',
        'Trae la App Federation Metadata Url.',
      ],
    },
    google: {
      oidc: () => [
        'En la consola de Google Cloud: APIs & Services → OAuth consent screen, User type Internal. Con External podría entrar cualquier cuenta de Google.',
        'Credentials → Create OAuth client ID → Web application. Authorized redirect URIs: la URI de redirección.',
        'Trae el Client ID y el Client secret. Así Google no envía grupos.',
      ],
      saml: () => [
        'Admin console → Apps → Web and mobile apps → Add custom SAML app.',
        'ACS URL: la URL de ACS. Entity ID: el identificador. Name ID format: PERSISTENT.',
        'Attribute mapping: Primary email → email. Group membership → groups.',
        'Trae el archivo de Download metadata.',
      ],
    },
    other: {
      oidc: () => [
        'Registra un cliente web confidencial que use el código de autorización.',
        'Permite que redirija a la URI de redirección.',
        'Haz que el ID token lleve email, name y, si asignas grupos, groups.',
        'Trae su id de cliente, su secreto y el emisor.',
      ],
      saml: () => [
        'Registra un proveedor de servicio con el identificador y la URL de ACS; casi todos leen ambos de nuestros metadatos.',
        'Name ID format: Persistent. Quién es alguien nunca debe darse a otra persona.',
        'Atributos: email, name y, si asignas grupos, groups.',
        'Trae sus metadatos, mejor como dirección: se leen otra vez cada hora.',
      ],
    },
  },
})
