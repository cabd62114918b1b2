// Made from the code by `npm run generate`; changes here are lost.
import type { FlowsStepsGetResult } from '@mandate/sdk'

/** Every step and condition of flows, as this version of the server lists them. */
export const flowSteps: FlowsStepsGetResult = {
  "steps": [
    {
      "type": "require_email_verification",
      "description": "Waits until the person proved their e-mail address.",
      "config": {
        "type": "object",
        "properties": {}
      },
      "required_scope": null
    },
    {
      "type": "require_mfa_enrollment",
      "description": "Waits until the person has a second factor. A passkey that was just presented is one.",
      "config": {
        "type": "object",
        "properties": {}
      },
      "required_scope": null
    },
    {
      "type": "require_mfa_challenge",
      "description": "Waits until the person presented a second factor; whoever has none sets one up first.",
      "config": {
        "type": "object",
        "properties": {
          "always": {
            "type": "boolean",
            "description": "Asks for one more even when the sign-in presented one, as a passkey does."
          }
        }
      },
      "required_scope": null
    },
    {
      "type": "require_password_strength",
      "description": "Waits for a better password when the one that was typed is too short, common, or made of what is known of the person. Where none was typed it does nothing.",
      "config": {
        "type": "object",
        "properties": {
          "min_length": {
            "type": "integer",
            "minimum": 8,
            "maximum": 128,
            "default": 12,
            "description": "In characters; the setting `password.min_length` holds besides."
          }
        }
      },
      "required_scope": null
    },
    {
      "type": "redirect",
      "description": "Leads the person to a page of yours, which leads them back to its parameter return_to. That they came back says nothing of what they did there: ask by a webhook step.",
      "config": {
        "type": "object",
        "required": [
          "url"
        ],
        "properties": {
          "url": {
            "type": "string",
            "minLength": 1,
            "maxLength": 2048,
            "description": "Of an origin in the setting `flows.redirect_origins`."
          }
        }
      },
      "required_scope": null
    },
    {
      "type": "webhook",
      "description": "Asks a server of yours, signed as webhooks are. What it responds allows, denies or sets metadata.",
      "config": {
        "type": "object",
        "required": [
          "url"
        ],
        "properties": {
          "url": {
            "type": "string",
            "minLength": 1,
            "maxLength": 2048,
            "description": "Where it is asked: https, or a host of the setting `outbound.allowed_hosts`."
          },
          "timeout_ms": {
            "type": "integer",
            "minimum": 100,
            "maximum": 10000,
            "default": 5000
          }
        }
      },
      "required_scope": "users:read"
    },
    {
      "type": "set_metadata",
      "description": "Notes something in the metadata of the user, below its member flows.",
      "config": {
        "type": "object",
        "required": [
          "key",
          "value"
        ],
        "properties": {
          "key": {
            "type": "string",
            "pattern": "^[a-z][a-z0-9_]{0,49}$"
          },
          "value": {
            "anyOf": [
              {
                "type": "string",
                "maxLength": 500
              },
              {
                "type": "number"
              },
              {
                "type": "boolean"
              },
              {
                "type": "null"
              }
            ],
            "description": "Null takes it away."
          }
        }
      },
      "required_scope": "users:write"
    },
    {
      "type": "assign_role",
      "description": "Gives the user a role, once their address is proven. None that runs this server.",
      "config": {
        "type": "object",
        "required": [
          "role_id"
        ],
        "properties": {
          "role_id": {
            "type": "string",
            "maxLength": 60
          }
        }
      },
      "required_scope": "roles:write"
    },
    {
      "type": "add_to_org",
      "description": "Makes the user a member of an organization, once their address is proven.",
      "config": {
        "type": "object",
        "required": [
          "organization_id"
        ],
        "properties": {
          "organization_id": {
            "type": "string",
            "maxLength": 60
          },
          "role": {
            "type": "string",
            "minLength": 1,
            "maxLength": 60,
            "default": "member",
            "description": "Not owner."
          }
        }
      },
      "required_scope": "organizations:write"
    },
    {
      "type": "custom_check",
      "description": "Lets on whoever meets a condition, and tells everybody else why not.",
      "config": {
        "type": "object",
        "required": [
          "condition",
          "message"
        ],
        "properties": {
          "condition": {
            "type": "object",
            "patternProperties": {
              "^.*$": {}
            },
            "description": "A condition; {} always holds."
          },
          "message": {
            "type": "string",
            "minLength": 1,
            "maxLength": 300,
            "description": "What the person reads."
          }
        }
      },
      "required_scope": null
    },
    {
      "type": "delay",
      "description": "Waits a moment.",
      "config": {
        "type": "object",
        "required": [
          "seconds"
        ],
        "properties": {
          "seconds": {
            "type": "number",
            "exclusiveMinimum": 0,
            "maximum": 5
          }
        }
      },
      "required_scope": null
    },
    {
      "type": "conditional",
      "description": "Goes one way or the other.",
      "config": {
        "type": "object",
        "required": [
          "condition",
          "then"
        ],
        "properties": {
          "condition": {
            "type": "object",
            "patternProperties": {
              "^.*$": {}
            },
            "description": "A condition; {} always holds."
          },
          "then": {
            "type": "array",
            "items": {
              "type": "object",
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "type": "string"
                },
                "config": {
                  "type": "object",
                  "patternProperties": {
                    "^.*$": {}
                  }
                }
              },
              "additionalProperties": true
            },
            "maxItems": 30,
            "description": "What happens when the condition holds."
          },
          "else": {
            "type": "array",
            "items": {
              "type": "object",
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "type": "string"
                },
                "config": {
                  "type": "object",
                  "patternProperties": {
                    "^.*$": {}
                  }
                }
              },
              "additionalProperties": true
            },
            "maxItems": 30,
            "description": "What happens otherwise; nothing when not given."
          }
        }
      },
      "required_scope": null
    }
  ],
  "conditions": [
    {
      "name": "email_domain",
      "description": "The domain of the address, in lower case; none below it. Proven or not.",
      "schema": {
        "anyOf": [
          {
            "type": "string",
            "pattern": "^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$"
          },
          {
            "type": "array",
            "items": {
              "type": "string",
              "pattern": "^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$"
            },
            "minItems": 1,
            "maxItems": 100
          }
        ],
        "description": "The domain of the address, in lower case; none below it. Proven or not."
      }
    },
    {
      "name": "user_has_role",
      "description": "Ids of roles that the user has now, one of them.",
      "schema": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 60
          },
          {
            "type": "array",
            "items": {
              "type": "string",
              "maxLength": 60
            },
            "minItems": 1,
            "maxItems": 100
          }
        ],
        "description": "Ids of roles that the user has now, one of them."
      }
    },
    {
      "name": "in_org",
      "description": "Ids of organizations that the user is a member of, one of them.",
      "schema": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 60
          },
          {
            "type": "array",
            "items": {
              "type": "string",
              "maxLength": 60
            },
            "minItems": 1,
            "maxItems": 100
          }
        ],
        "description": "Ids of organizations that the user is a member of, one of them."
      }
    },
    {
      "name": "metadata_eq",
      "description": "Members of the metadata of the user with their values, all of them; `flows.plan` goes one down.",
      "schema": {
        "type": "object",
        "patternProperties": {
          "^[A-Za-z0-9_-]{1,60}(\\.[A-Za-z0-9_-]{1,60}){0,4}$": {
            "anyOf": [
              {
                "type": "string",
                "maxLength": 200
              },
              {
                "type": "number"
              },
              {
                "type": "boolean"
              }
            ]
          }
        },
        "minProperties": 1,
        "maxProperties": 20,
        "additionalProperties": false,
        "description": "Members of the metadata of the user with their values, all of them; `flows.plan` goes one down."
      }
    },
    {
      "name": "has_metadata",
      "description": "Members that the metadata of the user has, one of them.",
      "schema": {
        "anyOf": [
          {
            "type": "string",
            "pattern": "^[A-Za-z0-9_-]{1,60}(\\.[A-Za-z0-9_-]{1,60}){0,4}$"
          },
          {
            "type": "array",
            "items": {
              "type": "string",
              "pattern": "^[A-Za-z0-9_-]{1,60}(\\.[A-Za-z0-9_-]{1,60}){0,4}$"
            },
            "minItems": 1,
            "maxItems": 100
          }
        ],
        "description": "Members that the metadata of the user has, one of them."
      }
    },
    {
      "name": "auth_method",
      "description": "How the person proved who they are, one of them.",
      "schema": {
        "anyOf": [
          {
            "enum": [
              "password",
              "magic_link",
              "passkey",
              "social",
              "sso",
              "second_factor"
            ]
          },
          {
            "type": "array",
            "items": {
              "enum": [
                "password",
                "magic_link",
                "passkey",
                "social",
                "sso",
                "second_factor"
              ]
            },
            "minItems": 1,
            "maxItems": 100
          }
        ],
        "description": "How the person proved who they are, one of them."
      }
    },
    {
      "name": "client_id",
      "description": "Applications that wait for the sign-in, one of them.",
      "schema": {
        "anyOf": [
          {
            "type": "string",
            "minLength": 1,
            "maxLength": 2048
          },
          {
            "type": "array",
            "items": {
              "type": "string",
              "minLength": 1,
              "maxLength": 2048
            },
            "minItems": 1,
            "maxItems": 100
          }
        ],
        "description": "Applications that wait for the sign-in, one of them."
      }
    },
    {
      "name": "ip_in",
      "description": "Addresses and networks (10.0.0.0/8) that the sign-in comes from, one of them.",
      "schema": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 60
          },
          {
            "type": "array",
            "items": {
              "type": "string",
              "maxLength": 60
            },
            "minItems": 1,
            "maxItems": 100
          }
        ],
        "description": "Addresses and networks (10.0.0.0/8) that the sign-in comes from, one of them."
      }
    },
    {
      "name": "new_device",
      "description": "Whether nobody signed in as this user from such a device and network before.",
      "schema": {
        "type": "boolean",
        "description": "Whether nobody signed in as this user from such a device and network before."
      }
    },
    {
      "name": "time_of_day",
      "description": "From one time up to another, which may be past midnight; days are those of the moment itself.",
      "schema": {
        "type": "object",
        "required": [
          "from",
          "to"
        ],
        "properties": {
          "from": {
            "type": "string",
            "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"
          },
          "to": {
            "type": "string",
            "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"
          },
          "days": {
            "type": "array",
            "items": {
              "enum": [
                "mon",
                "tue",
                "wed",
                "thu",
                "fri",
                "sat",
                "sun"
              ]
            },
            "minItems": 1,
            "maxItems": 7,
            "uniqueItems": true
          },
          "time_zone": {
            "type": "string",
            "maxLength": 60,
            "description": "Europe/Berlin; UTC when not given."
          }
        },
        "description": "From one time up to another, which may be past midnight; days are those of the moment itself."
      }
    },
    {
      "name": "trigger_eq",
      "description": "What set the flow off, one of them.",
      "schema": {
        "anyOf": [
          {
            "enum": [
              "signup",
              "login",
              "password_reset",
              "magic_link",
              "oauth_callback"
            ]
          },
          {
            "type": "array",
            "items": {
              "enum": [
                "signup",
                "login",
                "password_reset",
                "magic_link",
                "oauth_callback"
              ]
            },
            "minItems": 1,
            "maxItems": 100
          }
        ],
        "description": "What set the flow off, one of them."
      }
    },
    {
      "name": "all_of",
      "description": "Conditions that all hold.",
      "schema": {
        "type": "array",
        "items": {
          "type": "object"
        },
        "minItems": 1
      }
    },
    {
      "name": "any_of",
      "description": "Conditions of which one holds.",
      "schema": {
        "type": "array",
        "items": {
          "type": "object"
        },
        "minItems": 1
      }
    },
    {
      "name": "not",
      "description": "A condition that does not hold.",
      "schema": {
        "type": "object"
      }
    }
  ],
  "triggers": [
    "signup",
    "login",
    "password_reset",
    "magic_link",
    "oauth_callback"
  ]
}
