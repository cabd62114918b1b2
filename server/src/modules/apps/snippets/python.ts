import { lackOfKeys, literal, pathsOf, sampleFor, SECRET } from './snippet.ts'
import type { Answer, Setting } from './snippet.ts'

/** Python with Authlib. */
export function pythonSnippet(setting: Setting): Answer {
  const install = 'pip install authlib requests'
  return (
    lackOfKeys(setting.app) ??
    sampleFor(setting, {
      machine: () => ({
        title: 'Get a token for the machine itself',
        file: 'token_for_me.py',
        install,
        code: machine(setting),
      }),
      native: (redirect) => ({
        title: 'Sign in from the command line',
        file: 'sign_in.py',
        install,
        code: native(setting, redirect),
      }),
      web: (redirect) => ({
        title: 'Sign people in',
        file: 'server.py',
        install: `${install} flask`,
        code: web(setting, redirect),
      }),
    })
  )
}

const machine = ({ app, issuer }: Setting): string => `import os

from authlib.integrations.requests_client import OAuth2Session

session = OAuth2Session(${literal(app.clientId)}, os.environ["${SECRET}"]${app.scope === '' ? '' : `, scope=${literal(app.scope)}`})
token = session.fetch_token(${literal(`${issuer}/oauth/token`)}, grant_type="client_credentials")
print(token["access_token"])
`

const web = ({ app, issuer }: Setting, redirect: string): string => `import os

from authlib.integrations.flask_client import OAuth, OAuthError
from flask import Flask, jsonify

app = Flask(__name__)
app.secret_key = os.environ["FLASK_SECRET_KEY"]  # a long random text of your own
REDIRECT_URI = ${literal(redirect)}

oauth = OAuth(app)
oauth.register(
    "mandate",
    client_id=${literal(app.clientId)},
    client_secret=os.environ["${SECRET}"],
    server_metadata_url=${literal(`${issuer}/.well-known/openid-configuration`)},
    client_kwargs={"scope": ${literal(app.scope)}, "code_challenge_method": "S256"},
)


@app.get(${literal(pathsOf(redirect).begin)})
def begin():
    return oauth.mandate.authorize_redirect(REDIRECT_URI)


@app.get(${literal(pathsOf(redirect).finish)})
def finish():
    try:
        token = oauth.mandate.authorize_access_token()
    except OAuthError:
        return "The sign-in failed. Begin again.", 400
    # From here on the person is signed in: begin a session of your own.
    return jsonify(token.get("userinfo") or {"scope": token["scope"]})


if __name__ == "__main__":
    app.run(port=int(os.environ.get("PORT", ${new URL(redirect).port || '3000'})))
`

const native = ({ app, issuer }: Setting, redirect: string): string => `import secrets
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import urlsplit, urlunsplit

from authlib.integrations.requests_client import OAuth2Session

REGISTERED = urlsplit(${literal(redirect)})


class Answer(BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.answer = self.path
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"You can close this page.")

    def log_message(self, *_):
        pass


# Any free port will do: the server compares loopback addresses without it (RFC 8252 section 7.3).
server = HTTPServer((REGISTERED.hostname, 0), Answer)
place = f"{REGISTERED.hostname}:{server.server_port}"
redirect_uri = urlunsplit(REGISTERED._replace(netloc=place))
session = OAuth2Session(
    ${literal(app.clientId)},
    scope=${literal(app.scope)},
    redirect_uri=redirect_uri,
    code_challenge_method="S256",
    token_endpoint_auth_method="none",
)
verifier = secrets.token_urlsafe(48)
address, state = session.create_authorization_url(${literal(`${issuer}/oauth/authorize`)}, code_verifier=verifier)
print("Open in your browser:", address, flush=True)

server.handle_request()
token = session.fetch_token(
    ${literal(`${issuer}/oauth/token`)},
    authorization_response=f"http://{place}{server.answer}",
    state=state,
    code_verifier=verifier,
)
print("Signed in, with:", token["scope"])
`
