// Made from the code by `npm run generate`; changes here are lost.
import type { JsonSchema } from '#/ui/form/schema.ts'

/** Every runtime setting: its type, its default and a sentence. */
export const settingsSchema: JsonSchema = {
  "type": "object",
  "required": [
    "oauth.registration",
    "oauth.registration_token",
    "oauth.registration_scopes",
    "oauth.registered_client_tokens_per_hour",
    "oauth.client_documents",
    "oauth.client_document_domains",
    "oauth.default_scope",
    "oauth.require_pushed_authorization_requests",
    "oauth.access_token_ttl_seconds",
    "oauth.refresh_token_ttl_seconds",
    "oauth.refresh_grace_seconds",
    "dpop.require_nonce",
    "token_exchange.require_policy",
    "token_exchange.max_depth",
    "firstboot_key_access",
    "audit.min_retention_days",
    "sessions.logout_revokes_tokens",
    "outbound.allowed_hosts",
    "webhooks.timeout_ms",
    "webhooks.retention_days",
    "flows.redirect_origins",
    "flows.run_retention_days",
    "organizations.self_creation",
    "signup.mode",
    "signup.domains",
    "operators.require_second_factor",
    "operators.command_line_sign_in",
    "password.min_length"
  ],
  "properties": {
    "oauth.registration": {
      "enum": [
        "open",
        "token",
        "off"
      ],
      "default": "open",
      "description": "Who may register a client: anyone, holders of the registration token, nobody."
    },
    "oauth.registration_token": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "null"
        }
      ],
      "default": null,
      "description": "The initial access token that registration asks for when it is set to `token`. Stored hashed."
    },
    "oauth.registration_scopes": {
      "type": "array",
      "items": {
        "type": "string",
        "pattern": "^(?!admin|vault:|revocations:)[\\x21\\x23-\\x5B\\x5D-\\x7E]{1,128}$"
      },
      "maxItems": 200,
      "uniqueItems": true,
      "default": [
        "openid",
        "profile",
        "email",
        "offline_access"
      ],
      "description": "Scopes of a client that registers itself and names none, and in production the only ones it gets for itself. Discovery lists them as supported."
    },
    "oauth.registered_client_tokens_per_hour": {
      "type": "integer",
      "minimum": 1,
      "maximum": 1000000,
      "default": 1000,
      "description": "How many token requests of one client that registered itself succeed in an hour, which bounds the rows it leaves. Token exchanges count when they are refused, too."
    },
    "oauth.client_documents": {
      "enum": [
        "open",
        "domains",
        "off"
      ],
      "default": "open",
      "description": "Whose clients may come with the https address of a document as their client_id: those of any domain, of `oauth.client_document_domains`, of none. Where it is not open to a domain any more, its clients are unknown."
    },
    "oauth.client_document_domains": {
      "type": "array",
      "items": {
        "type": "string",
        "pattern": "^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$"
      },
      "maxItems": 200,
      "uniqueItems": true,
      "default": [],
      "description": "Domains whose clients may come where `oauth.client_documents` is `domains`; none below them."
    },
    "oauth.default_scope": {
      "anyOf": [
        {
          "type": "string",
          "maxLength": 1024
        },
        {
          "type": "null"
        }
      ],
      "default": null,
      "description": "The scope of an authorization request that names none and no resource with scopes. With null such a request gets, in dev mode, what a client that registered itself has registered, and is refused otherwise."
    },
    "oauth.require_pushed_authorization_requests": {
      "type": "boolean",
      "default": false,
      "description": "Whether the authorization requests of every client must be pushed to `/oauth/par` (RFC 9126). Clients can say so for themselves."
    },
    "oauth.access_token_ttl_seconds": {
      "type": "integer",
      "minimum": 1,
      "maximum": 86400,
      "default": 3600,
      "description": "Lifetime of an access token whose client has no lifetime of its own."
    },
    "oauth.refresh_token_ttl_seconds": {
      "type": "integer",
      "minimum": 1,
      "maximum": 31536000,
      "default": 2592000,
      "description": "Lifetime of a token family; rotation does not extend it."
    },
    "oauth.refresh_grace_seconds": {
      "type": "integer",
      "minimum": 0,
      "maximum": 10,
      "default": 10,
      "description": "For how long a rotated refresh token still yields the same successor while that is unused, for a client that lost the response or renews twice at once; 0 turns it off. Clients can have their own."
    },
    "dpop.require_nonce": {
      "type": "boolean",
      "default": false,
      "description": "Whether a proof must carry a nonce of the server (RFC 9449 §8)."
    },
    "token_exchange.require_policy": {
      "anyOf": [
        {
          "type": "boolean"
        },
        {
          "type": "null"
        }
      ],
      "default": null,
      "description": "Whether a token exchange needs a policy that allows it; null means yes in production mode only. A client that registered itself always needs one."
    },
    "token_exchange.max_depth": {
      "type": "integer",
      "minimum": 1,
      "maximum": 20,
      "default": 5,
      "description": "How many actors a chain of delegation may have."
    },
    "firstboot_key_access": {
      "enum": [
        "loopback",
        "any",
        "off"
      ],
      "default": "loopback",
      "description": "Who may read the first admin key over HTTP before the server is set up: this machine, as long as the base URL is on localhost; anyone; nobody. Changed with full access only."
    },
    "audit.min_retention_days": {
      "type": "integer",
      "minimum": 0,
      "maximum": 3650,
      "default": 30,
      "description": "How many days every entry of the audit log is kept: no purge takes younger ones. Lowered with full access only."
    },
    "sessions.logout_revokes_tokens": {
      "type": "boolean",
      "default": true,
      "description": "Whether signing out also ends the tokens that applications got through the session. Those that were granted offline_access go on."
    },
    "outbound.allowed_hosts": {
      "type": "array",
      "items": {
        "type": "string",
        "pattern": "^(\\[[0-9a-f:.]{2,45}\\]|[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?)(:[1-9][0-9]{0,4})?$"
      },
      "maxItems": 100,
      "uniqueItems": true,
      "default": [],
      "description": "Hosts the server may call although they are on a private network or speak plain http: names or addresses in lower case, with a port or for every port. Link-local addresses are never called."
    },
    "webhooks.timeout_ms": {
      "type": "integer",
      "minimum": 100,
      "maximum": 30000,
      "default": 10000,
      "description": "How long the endpoint of a webhook may take to respond, from the lookup of its name to the last byte."
    },
    "webhooks.retention_days": {
      "type": "integer",
      "minimum": 1,
      "maximum": 365,
      "default": 30,
      "description": "How many days the log of deliveries is kept."
    },
    "flows.redirect_origins": {
      "type": "array",
      "items": {
        "type": "string",
        "pattern": "^(https://[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|http://(localhost|127\\.0\\.0\\.1))(:[1-9][0-9]{0,4})?$"
      },
      "maxItems": 50,
      "uniqueItems": true,
      "default": [],
      "description": "Origins that a redirect step of an auth flow may lead people to, besides our own: https, or http on this machine."
    },
    "flows.run_retention_days": {
      "type": "integer",
      "minimum": 1,
      "maximum": 365,
      "default": 30,
      "description": "How many days the runs of auth flows are kept."
    },
    "organizations.self_creation": {
      "type": "boolean",
      "default": false,
      "description": "Whether people create organizations of their own. Whoever owns one can have invitations mailed to strangers."
    },
    "signup.mode": {
      "enum": [
        "open",
        "invited",
        "domains",
        "off"
      ],
      "default": "open",
      "description": "Who may make themselves an account, by password or by a provider: anyone, people whom an organization has invited, addresses of `signup.domains`, nobody. Only a proven address shows that it is theirs."
    },
    "signup.domains": {
      "type": "array",
      "items": {
        "type": "string",
        "pattern": "^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$"
      },
      "maxItems": 100,
      "uniqueItems": true,
      "default": [],
      "description": "Domains whose addresses may sign up where `signup.mode` is `domains`, in lower case; none below them."
    },
    "operators.require_second_factor": {
      "anyOf": [
        {
          "type": "boolean"
        },
        {
          "type": "null"
        }
      ],
      "default": null,
      "description": "Whether people with a system role need a second factor: a sign-in without one opens nothing but setting one up. null means yes in production mode only. Turned off with full access only."
    },
    "operators.command_line_sign_in": {
      "type": "boolean",
      "default": true,
      "description": "Whether people with a system role may sign in to the command line, by a code that they approve in the browser. Turned off, sign-ins of before open nothing; turned on again with full access only."
    },
    "password.min_length": {
      "type": "integer",
      "minimum": 8,
      "maximum": 64,
      "default": 8,
      "description": "The shortest password; 15 is the strict profile."
    }
  },
  "$id": "Settings"
}
