-- The image's entrypoint runs this once, as the superuser, when the volume is new. It makes the role of auth and the
-- API, which owns its database and has no rights beyond it, and the roles of the workers, the board and the image
-- service, which have the rights that migrations grant.
\getenv password SERVICES_PASSWORD
\getenv worker_password WORKERS_PASSWORD
\getenv board_password BOARD_PASSWORD
\getenv images_password IMAGES_PASSWORD
CREATE ROLE pas LOGIN PASSWORD :'password';
CREATE ROLE pas_worker LOGIN PASSWORD :'worker_password';
CREATE ROLE pas_board LOGIN PASSWORD :'board_password';
CREATE ROLE pas_images LOGIN PASSWORD :'images_password';
CREATE DATABASE pas OWNER pas;
