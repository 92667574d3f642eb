-- Run once by the image's entrypoint, as the superuser, when the volume is new: the role of the services, which owns its database and may do
-- nothing beyond it.
\getenv password SERVICES_PASSWORD
CREATE ROLE pas LOGIN PASSWORD :'password';
CREATE DATABASE pas OWNER pas;
