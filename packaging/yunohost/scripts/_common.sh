#!/bin/bash

# Installs the house of this version into its own environment.
install_house() {
    python3 -m venv "$install_dir/venv"
    ynh_hide_warnings "$install_dir/venv/bin/pip" install --upgrade "taphouse==${YNH_APP_MANIFEST_VERSION%~ynh*}"
    chown -R "$app:www-data" "$install_dir"
}

# What nginx, systemd and YunoHost know about the house; the same for an installation and an upgrade.
configure_house() {
    path="${path%/}" ynh_config_add_systemd
    ynh_config_add_nginx
    yunohost service add "$app" --description="Taphouse, a house of tapping games"
}
